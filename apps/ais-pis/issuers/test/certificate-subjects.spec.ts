import { X509Certificate } from 'node:crypto';
import { register } from '@open-banking/ais-pis-testing/a-registration';
import { exchange, ownAddress, runningBank, type TestClient } from '@open-banking/testing';
import { services } from '@open-banking/spec';

type Tls = NonNullable<TestClient['client']['tls']>;

describe('a client that registers with the subject of its certificate', () => {
  const bank = runningBank(services);
  const subject = 'UID=123+CN=app,organizationIdentifier=PSDIL-BOI-4711,O=Tea\\, A = B,C=IL';
  let tls: Tls;
  beforeAll(async () => {
    const authority = await bank.authority();
    tls = { ...(await authority.clientCertificate(subject)), ca: authority.trusted };
  });

  const registered = async (spelling: string): Promise<string> => {
    const answer = await register(bank, { token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: spelling });
    expect(answer).toAnswer(201, { tls_client_auth_subject_dn: spelling });
    return (answer.body as { client_id: string }).client_id;
  };
  const token = (clientId: string, form: Readonly<Record<string, string>> = {}, shown = tls) =>
    exchange(`${bank.facts.tlsBaseUrl}/v1.7/oauth/consents/token`, {
      method: 'POST',
      tls: shown,
      from: ownAddress(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, ...form }).toString(),
    });
  const presented = 'UID=123+CN=app,organizationIdentifier=PSDIL-BOI-4711,O=#0c0a5465612c2041203d2042,C=IL';
  const description =
    `client authentication failed: no client with this client_id is registered with the certificate that was presented, ` +
    `whose subject is ${presented}`;

  it('gets a certificate of the sandbox with the country first, as those of other authorities have', () => {
    expect(new X509Certificate(tls.certificate!).subject.split('\n').map((line) => line.split('=', 1)[0])).toEqual([
      'C',
      'O',
      'organizationIdentifier',
      'UID',
    ]);
  });

  it.each([
    ['OpenSSL', subject],
    ['Java', 'CN=app+UID=123,2.5.4.97=#0c0e505344494c2d424f492d34373131,O=Tea\\, A \\= B,C=IL'],
    ['Python cryptography', 'CN=app+UID=123,2.5.4.97=PSDIL-BOI-4711,O=Tea\\, A = B,C=IL'],
    ['hex pairs', 'UID=\\31\\32\\33+CN=app,OID.2.5.4.97=PSDIL-BOI-4711,O=\\54ea\\2C A = B,C=IL'],
    ['a person', 'uid=123 + cn=APP ; organizationidentifier=psdil-boi-4711; o="Tea,  A = B" ; c=il'],
    ['the refusal of a token', presented],
  ])('may spell it as %s does', async (_, spelling) => {
    expect(await token(await registered(spelling))).toAnswer(200);
  });

  it.each([
    ['the same values in another order', 'C=IL,O=Tea\\, A = B,organizationIdentifier=PSDIL-BOI-4711,UID=123+CN=app'],
    ['two relative names in one', 'UID=123+CN=app+organizationIdentifier=PSDIL-BOI-4711,O=Tea\\, A = B,C=IL'],
    ['one relative name in two', 'UID=123,CN=app,organizationIdentifier=PSDIL-BOI-4711,O=Tea\\, A = B,C=IL'],
    ['one attribute more', 'UID=123+CN=app,organizationIdentifier=PSDIL-BOI-4711,OU=Payments,O=Tea\\, A = B,C=IL'],
    ['one attribute less', 'UID=123+CN=app,organizationIdentifier=PSDIL-BOI-4711,O=Tea\\, A = B'],
    ['a slash for a comma', 'UID=123+CN=app/organizationIdentifier=PSDIL-BOI-4711,O=Tea\\, A = B,C=IL'],
    ['a value without its blanks', 'UID=123+CN=app,organizationIdentifier=PSDIL-BOI-4711,O=Tea\\,A=B,C=IL'],
    ['a letter that looks the same', 'UID=123+CN=аpp,organizationIdentifier=PSDIL-BOI-4711,O=Tea\\, A = B,C=IL'],
  ])('gets no token for a name with %s, and reads which subject it presented', async (_, spelling) => {
    const [other, same] = [await registered(spelling), await registered(subject)];
    expect(await token(other)).toAnswer(401, { error: 'invalid_client', error_description: description });
    expect(await token(same)).toAnswer(200);
  });

  it('reads the same refusal whether there is a client with this id or not, and however it authenticates', async () => {
    const byCertificate = await registered('CN=another app,O=Example,C=IL');
    const bySecret = (await bank.client({ auth: 'client_secret_basic' })).clientId;
    const answers = [await token(byCertificate), await token(bySecret), await token(crypto.randomUUID()), await token('none')];
    const seen = answers.map(({ status, headers, body }) => ({
      status,
      body,
      names: Object.keys(headers).filter((name) => !['x-request-id', 'date'].includes(name)),
      challenge: headers['www-authenticate'],
    }));
    for (const one of seen) expect(one).toEqual(seen[0]);
    expect(answers[0]).toAnswer(401, { error: 'invalid_client', error_description: description });
    expect(await token(await registered(subject))).toAnswer(200);
  });

  it('keeps the refusal of a secret that comes beside the certificate', async () => {
    const client = await bank.client({ auth: 'client_secret_basic' });
    const wrong = await token(client.clientId, { client_secret: 'x' });
    expect(wrong).toAnswer(401, { error: 'invalid_client' });
    expect((wrong.body as { error_description: string }).error_description).not.toContain('subject');
  });

  it('is refused where the subject is no name, with its fault and position', async () => {
    const metadata = { token_endpoint_auth_method: 'tls_client_auth' };
    const refused = await register(bank, { ...metadata, tls_client_auth_subject_dn: '/C=IL/O=Tea/CN=app' });
    const text =
      'must be a distinguished name (RFC 4514), such as CN=Third Party,O=Third Party Ltd,C=IL: ' +
      'at character 1, "/" stands where an attribute type such as CN or 2.5.4.97 belongs.';
    expect(refused).toAnswer(400, {
      error: 'invalid_client_metadata',
      error_description: `tls_client_auth_subject_dn: ${text.replaceAll('"', "'")}`,
      tppMessages: [{ code: 'FORMAT_ERROR', path: '/tls_client_auth_subject_dn', text }],
    });
    expect(await register(bank, { ...metadata, tls_client_auth_subject_dn: 'CN=app,O=Tea,C=IL' })).toAnswer(201);
  });
});
