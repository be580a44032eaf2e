import { createHash, randomUUID } from 'node:crypto';
import { completeInteraction, exchange, runningBank, type HttpResponse, type TestClient } from '@open-banking/testing';
import { calculateJwkThumbprint } from 'jose';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { Fapi2Client, kinds, randomAddress } from '@open-banking/ais-pis-testing/a-fapi2-client';

type Form = Readonly<Record<string, string | undefined>>;

const present = (form: Form) =>
  new URLSearchParams(Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined));
const saidIn = ({ status, body }: HttpResponse) => {
  const { error, error_description: said } = body as { error?: string; error_description?: string };
  return { status, error, said };
};
/** RFC 7636 §4.1 */
const verifierRule =
  'code_verifier must have 43 to 128 characters of A-Z, a-z, 0-9, hyphen, full stop, underscore and tilde (RFC 7636 section 4.1)';
const notGood = (said: string) => ({ status: 400, error: 'invalid_grant', said });
const unknownCode = notGood("code is unknown, used or expired, or another client's: send the customer to the authorization endpoint again");
const unknownRefresh = notGood(
  "refresh_token is unknown or has ended, or is another client's: send the customer to the authorization endpoint again",
);

describe('an error of an issuer says what would be right', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let other: TestClient;
  let scope: string;
  beforeAll(async () => {
    [client, other] = [await bank.client(), await bank.client()];
    scope = `AIS:${await client.createConsent({ balances: [bank.resources(bank.demo, 'account')[0]!] })}`;
  });
  const code = async (added: Form = {}) => {
    const { url, verifier } = client.authorization('consents', scope);
    const redirect = await completeInteraction(`${url}&${present(added).toString()}`, {
      login: bank.demo.login,
      password: bank.demo.password,
      from: client.from,
    });
    const redirectUri = client.client.redirectUri;
    return {
      grant_type: 'authorization_code',
      code: new URL(redirect).searchParams.get('code')!,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
  };
  const token = async (form: Form, of = client) =>
    saidIn(await of.requestToken('consents', Object.fromEntries(present(form)) as Record<string, string>));

  it('of the authorization endpoint, to the client where it can be told and on a page where not', async () => {
    const { url } = client.authorization('consents', scope);
    const browser = new Browser(bank.baseUrl, client.from);
    const open = (changed: Form) => {
      const { origin, pathname, searchParams } = new URL(url);
      return browser.open(`${origin}${pathname}?${present({ ...Object.fromEntries(searchParams), ...changed }).toString()}`);
    };
    for (const [changed, error, said] of [
      [{ response_type: undefined }, 'invalid_request', 'response_type is missing: it must be code'],
      [{ response_mode: 'banana' }, 'unsupported_response_mode', 'response_mode must be query, or left out'],
      [{ code_challenge_method: 'plain' }, 'invalid_request', 'code_challenge_method must be S256'],
      [{ request: 'x.y.z' }, 'request_not_supported', 'this bank takes no request objects: send the parameters themselves'],
      [{ prompt: 'create' }, 'invalid_request', 'prompt must be login or consent, or left out'],
      [{ nonce: 'x' }, 'invalid_request', 'nonce is of OpenID Connect, which this bank does not speak: leave it out'],
    ] as const) {
      await open(changed);
      expect(browser.redirectParameters).toMatchObject({ error, error_description: said });
    }
    const page = await open({ redirect_uri: undefined });
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('redirect_uri is missing: it must be one that the client')]);
    const unknown = await open({ client_id: randomUUID() });
    expect([unknown.status, unknown.text]).toEqual([
      400,
      expect.stringContaining('invalid_client: client_id is unknown: it must be that of a client that is registered at this bank'),
    ]);
    expect((await open({})).status).toBe(200);
  });

  it('of the token endpoint, for a grant type that there is not, or not for this client', async () => {
    const supported = 'it must be client_credentials or authorization_code or refresh_token';
    expect(await token({ grant_type: 'password', username: 'x', password: 'y' })).toEqual({
      status: 400,
      error: 'unsupported_grant_type',
      said: 'grant_type must be client_credentials or authorization_code or refresh_token',
    });
    expect(await token({ grant_type: undefined })).toEqual({
      status: 400,
      error: 'invalid_request',
      said: `grant_type is missing: ${supported}`,
    });
    expect(await token({ grant_type: 'client_credentials' })).toMatchObject({ status: 200 });
  });

  it('of a code and its verifier, and nothing more of a code of another client than of none', async () => {
    const form = await code();
    expect(await token({ ...form, code: 'unknown' })).toEqual(unknownCode);
    expect(await token(form, other)).toEqual(unknownCode);
    for (const given of ['x'.repeat(42), 'x'.repeat(129), `${'x'.repeat(42)}+`])
      for (const shown of [form.code, 'unknown'])
        expect(await token({ ...form, code: shown, code_verifier: given })).toEqual({
          status: 400,
          error: 'invalid_request',
          said: verifierRule,
        });
    expect(await token({ ...form, code_verifier: undefined })).toEqual(
      notGood('code_verifier is missing: it must be what the code_challenge of the authorization request was made of'),
    );
    expect(await token({ ...form, code_verifier: 'x'.repeat(43) })).toEqual(
      notGood('code_verifier does not fit the code_challenge of the authorization request'),
    );
    expect(await token({ ...form, redirect_uri: 'http://127.0.0.1/other' })).toEqual(
      notGood('redirect_uri must be that of the authorization request'),
    );
    expect(await token(form)).toMatchObject({ status: 200 });
    expect(await token(form)).toEqual(unknownCode);
    const bound = await code({ dpop_jkt: await calculateJwkThumbprint(client.proofKey.publicKey) });
    expect(await token(bound)).toEqual(notGood('the code is bound to a key (dpop_jkt): send a DPoP proof by it (RFC 9449)'));
  });

  it('of a refresh token that is unknown, of another client, or of what has ended', async () => {
    const { body } = await client.requestToken('consents', await code());
    const { refresh_token: refresh } = body as { refresh_token: string };
    const form = { grant_type: 'refresh_token', refresh_token: refresh };
    expect(await token({ ...form, refresh_token: 'unknown' })).toEqual(unknownRefresh);
    expect(await token(form, other)).toEqual(unknownRefresh);
    expect(await token(form)).toMatchObject({ status: 200 });
    expect((await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${scope.slice(4)}`)).status).toBe(204);
    expect(await token(form)).toEqual(notGood('what the customer approved has ended'));
  });
});

describe.each([
  ['baseline', 'client_secret_basic or client_secret_post or private_key_jwt or tls_client_auth'],
  ['fapi2', 'private_key_jwt or tls_client_auth'],
] as const)('a client that does not authenticate, in profile %s', (profile, methods) => {
  const bank = runningBank(services, { profile });
  const said = `client authentication is missing: this issuer takes ${methods}`;

  it('is told by which methods it could, with 401 and invalid_client, at every endpoint', async () => {
    const client = await bank.client();
    const issuer = client.issuerOf('consents');
    const send = (endpoint: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
      exchange(`${issuer}/${endpoint}`, {
        method: 'POST',
        from: randomAddress(),
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
      });
    for (const [endpoint, form] of [
      ['token', { grant_type: 'client_credentials' }],
      ['par', { response_type: 'code', code_challenge: createHash('sha256').update('x').digest('base64url') }],
      ['revoke', { token: 'x' }],
    ] as const)
      for (const clientId of [undefined, client.clientId, 'nobody']) {
        const refused = await send(endpoint, present({ ...form, client_id: clientId }).toString());
        expect({ endpoint, clientId, ...saidIn(refused) }).toEqual({ endpoint, clientId, status: 401, error: 'invalid_client', said });
        expect(refused.headers['www-authenticate']).toBe(
          profile === 'fapi2' ? undefined : `Basic realm="${issuer}", error="invalid_client", error_description="${said}"`,
        );
      }
    // What is wrong with the request itself stays so.
    const own = 'grant_type=client_credentials';
    expect(saidIn(await send('token', `${own}&client_id=a&client_id=b`))).toEqual({
      status: 400,
      error: 'invalid_request',
      said: "'client_id' parameter must not be provided twice",
    });
    expect(saidIn(await send('token', own, { authorization: 'Bearer x' }))).toEqual({
      status: 400,
      error: 'invalid_request',
      said:
        profile === 'fapi2'
          ? 'Authorization must be left out: no client authenticates by it at this bank'
          : 'Authorization must be Basic, with client_id:client_secret in base64 (RFC 6749 section 2.3.1)',
    });
    expect(await client.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200);
  });
});

describe.each(kinds.filter(({ auth }) => auth === 'private_key_jwt'))(
  'a client whose tokens are bound by $tokenBinding, and that does not show it,',
  ({ tokenBinding, auth }) => {
    const bank = runningBank(services, { profile: 'fapi2' });
    const said =
      tokenBinding === 'dpop'
        ? 'the tokens of this client are bound to a key: send a DPoP proof by it (RFC 9449)'
        : 'the tokens of this client are bound to its certificate: connect with it, at the addresses of mtls_endpoint_aliases (RFC 8705)';

    it('is told what to send, for each grant', async () => {
      const tpp = await (await Fapi2Client.of(bank, { auth, tokenBinding })).forOneAccount();
      const nothing = tokenBinding === 'dpop' ? { proof: '' } : { tls: { ca: tpp.tls!.ca } };
      const { form } = await tpp.code();
      const own = { grant_type: 'client_credentials' };
      for (const asked of [form, own]) expect(saidIn(await tpp.post('token', asked, nothing))).toEqual(notGood(said));
      expect(await tpp.post('token', own)).toAnswer(200);
      const { refresh_token: refresh } = (await tpp.post('token', form)).body as { refresh_token: string };
      expect(saidIn(await tpp.refresh(refresh, nothing))).toEqual(notGood(said));
      expect(await tpp.refresh(refresh)).toAnswer(200);
    });
  },
);
