import 'reflect-metadata';
import { generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { certificatePages, developerPages, scenarioPages, services } from '@open-banking/spec';
import { Caller, exchange, ownAddress, runningBank, Seal, TestClient, ThirdParty, until, type HttpResponse } from '@open-banking/testing';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { ADeveloper, credentialsIn } from './a-developer.js';

const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();
const rsa = (modulusLength = 2_048) => generateKeyPairSync('rsa', { modulusLength });

describe('certificates of a developer’s client', () => {
  const bank = runningBank(services);
  const certificatesPath = (clientId: string) => certificatePages.showCertificates.path.replace('{clientId}', clientId);
  const aClient = async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { clientId, clientSecret } = credentialsIn((await developer.register()).text);
    return { developer, clientId, clientSecret: clientSecret!, path: certificatesPath(clientId) };
  };
  const issue = async ({ developer, path }: { developer: ADeveloper; path: string }, typed: Readonly<Record<string, string>>) => {
    await developer.browser.open(path);
    return developer.browser.press('issue', { validity: 'year', use: 'seal', ...typed });
  };
  /** The newest certificate of the page. */
  const certificateOn = ({ text }: HttpResponse): string => /aria-label="Certificate [^"]+"><code>([^<]+)/.exec(text)![1]!;
  /** A consent of the client that is asked for with a signature. */
  const asked = async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }, seal: Seal) => {
    const party = new TestClient(
      bank.baseUrl,
      { name: '', clientId, clientSecret, roles: ['PSP_AI'], redirectUri: 'http://127.0.0.1:3000/back' },
      ownAddress(),
    );
    const { access_token: token } = await party.clientToken('consents', 'AIS');
    const body = JSON.stringify({
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    });
    const headers = seal.sign({ headers: { 'x-request-id': crypto.randomUUID() }, body });
    const answer = await exchange(`${bank.baseUrl}/v1.7/consents`, {
      method: 'POST',
      from: ownAddress(),
      body,
      headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json', 'psu-ip-address': '192.0.2.10' },
    });
    const { tppMessages } = (answer.body ?? {}) as { tppMessages?: { code: string }[] };
    return tppMessages?.[0]?.code ?? answer.status;
  };

  it('sign requests for a pasted public key, until they are revoked; one that has expired is refused as such', async () => {
    const one = await aClient();
    const { publicKey, privateKey } = rsa();
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const expired = await issue(one, { request: pem(publicKey), validity: 'expired' });
    expect(expired.text).toMatch(/<dt>Expired<\/dt>/);
    expect(await asked(one, new Seal(certificateOn(expired), key))).toBe('CERTIFICATE_EXPIRED');

    const page = await issue(one, { request: pem(publicKey) });
    const seal = new Seal(certificateOn(page), key);
    expect(page.text).toContain(`SN=${seal.serialNumber},CA=${seal.issuer}`);
    expect(await asked(one, seal)).toBe(201);
    expect((await one.developer.browser.press('revoke')).text).toContain('>revoked</span>');
    await until('the services have read the list', async () => (await asked(one, seal)) === 'CERTIFICATE_REVOKED');
    expect(one.developer.browser.response.text).not.toContain('value="revoke"');
  });

  it('name the client, whatever the pasted request says', async () => {
    const one = await aClient();
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
    const request = await Pkcs10CertificateRequestGenerator.create({
      name: 'CN=somebody else,2.5.4.97=PSDIL-BOI-1,O=A bank',
      keys,
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    });
    const page = await issue(one, { request: request.toString('pem'), use: 'web' });
    const { subject, keyUsage, publicKey } = new X509Certificate(certificateOn(page));
    expect(subject).toContain(`organizationIdentifier=${one.clientId}`);
    expect([subject.includes('somebody'), subject.includes('BOI'), keyUsage]).toEqual([false, false, ['1.3.6.1.5.5.7.3.2']]);
    expect(publicKey.export({ type: 'spki', format: 'der' })).toEqual(
      Buffer.from((await crypto.subtle.exportKey('spki', keys.publicKey)) as ArrayBuffer),
    );
    expect(page.text).toMatch(/aria-label="The authority"><code>-----BEGIN CERTIFICATE-----/);
  });

  it('authenticate the client at the token endpoint with the subject that the page shows', async () => {
    const one = await aClient();
    const refused = await one.developer.register({ authMethod: 'tls_client_auth', tlsSubject: 'CN=app,/O=Example' });
    expect(refused.text).toMatch(/id="tlsSubject-fault">Must be a distinguished name \(RFC 4514\).*: at character 8, /);
    const answer = await one.developer.register({ authMethod: 'tls_client_auth', tlsSubject: 'CN=not known yet' });
    const { clientId } = credentialsIn(answer.text);
    const keys = rsa();
    const page = await issue({ developer: one.developer, path: certificatesPath(clientId) }, { request: pem(keys.publicKey), use: 'web' });
    const tls = {
      certificate: certificateOn(page),
      privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      ca: /aria-label="The authority"><code>([^<]+)/.exec(page.text)![1]!,
    };
    const party = new TestClient(bank.baseUrl, { name: '', clientId, tls, roles: ['PSP_AI'], redirectUri: '' }, ownAddress());
    const ask = async () => (await party.requestToken('consents', { grant_type: 'client_credentials', scope: 'AIS' })).status;
    expect(await ask()).toBe(401);
    const tlsSubject = /<dt>Subject<\/dt><dd><code>([^<]+)<\/code><br>The client authenticates with another subject/.exec(page.text)![1]!;
    await one.developer.browser.open(developerPages.showClient.path.replace('{clientId}', clientId));
    const kept = await one.developer.browser.press('rotate-subject', { tlsSubject: 'CN=app;', keep: 'PT0S' });
    expect(kept.text).toMatch(/id="tlsSubject-fault">Must be a distinguished name/);
    await one.developer.browser.press('rotate-subject', { tlsSubject, keep: 'PT0S' });
    expect(await ask()).toBe(200);
    expect((await one.developer.browser.open(certificatesPath(clientId))).text).not.toContain('with another subject');
  });

  it('are refused for a private key, which is not shown again, a weak or unfit one, and what is damaged', async () => {
    const one = await aClient();
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const fault = async (typed: Record<string, string>) => {
      const { status, text } = await issue(one, typed);
      return [status, /id="request-fault">([^<]+)/.exec(text)?.[1]];
    };
    expect(await fault({ request: secret })).toEqual([422, expect.stringContaining('private key, which is now compromised')]);
    expect(one.developer.browser.response.text).not.toContain(secret.split('\n')[1]);
    expect(await fault({ request: pem(publicKey) })).toEqual([422, expect.stringContaining('must be an RSA key')]);
    expect(await fault({ request: pem(rsa(1_024).publicKey), use: 'web' })).toEqual([422, expect.stringContaining('2,048 to 4,096 bits')]);
    expect(await fault({ request: pem(publicKey).slice(0, 90), use: 'web' })).toEqual([422, expect.stringContaining('damaged')]);
    expect(await fault({ request: 'nothing' })).toEqual([422, expect.stringContaining('BEGIN CERTIFICATE REQUEST')]);
    expect(one.developer.browser.response.text).not.toContain('<h2>Issued</h2>');
    expect((await issue(one, { request: pem(publicKey), use: 'web' })).text).toContain('<h2>Issued</h2>');
  });

  it('are given to the developer’s own tests by one call, also ones that expire while they run', async () => {
    const [one, other] = [await aClient(), await aClient()];
    await one.developer.browser.open(scenarioPages.showScenarios.path);
    const { text } = await one.developer.browser.press('make-key', { name: 'CI' });
    const key = /<dt>Key<\/dt><dd><code>([^<]+)/.exec(text)![1]!;
    const caller = new Caller(new ThirdParty(bank.baseUrl, {} as never, ownAddress()), undefined, { authorization: `Bearer ${key}` });
    const call = (clientId: string, body: object) => caller.post(`/sandbox/clients/${clientId}/certificates`, body);
    const { publicKey, privateKey } = rsa();
    const request = pem(publicKey);
    const sealOf = ({ body }: HttpResponse) =>
      new Seal((body as { certificate: string }).certificate, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());

    const brief = await call(one.clientId, { request, use: 'seal', expiresInSeconds: 5 });
    expect(brief).toAnswer(201, { authority: expect.stringContaining('BEGIN CERTIFICATE') as unknown });
    const { expiresAt } = brief.body as { expiresAt: string };
    expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 6_000);
    await until('it has expired', async () => (await asked(one, sealOf(brief))) === 'CERTIFICATE_EXPIRED');
    const expired = await call(one.clientId, { request, use: 'seal', expiresInSeconds: -60 });
    expect(await asked(one, sealOf(expired))).toBe('CERTIFICATE_EXPIRED');
    expect(await asked(one, sealOf(await call(one.clientId, { request, use: 'seal' })))).toBe(201);

    expect(await call(other.clientId, { request, use: 'tls' })).toAnswer(404);
    expect(await call('none', { request, use: 'tls' })).toAnswer(404);
    expect(await call(one.clientId, { request: 'nothing', use: 'tls' })).toAnswer(400, {
      tppMessages: [expect.objectContaining({ code: 'FORMAT_ERROR', path: '/request' })],
    });
    expect(await call(one.clientId, { request, use: 'tls', expiresInSeconds: 1e9 })).toAnswer(400);
  });

  it('are nobody else’s to see, issue or revoke', async () => {
    const [owner, other] = [await aClient(), await aClient()];
    const page = await issue(owner, { request: pem(rsa().publicKey) });
    const { serialNumber } = new X509Certificate(certificateOn(page));
    expect((await other.developer.browser.open(owner.path)).status).toBe(404);
    await other.developer.browser.open(other.path);
    const csrf = /name="csrf" value="([^"]+)"/.exec(other.developer.browser.response.text)![1]!;
    const form = (fields: Record<string, string>) => new URLSearchParams({ csrf, ...fields });
    for (const path of [owner.path, other.path])
      expect((await other.developer.browser.open(path, form({ step: 'revoke', serialNumber }))).status).toBe(404);
    expect((await owner.developer.browser.open(owner.path)).text).toContain('>valid</span>');
    const client = developerPages.showClient.path.replace('{clientId}', owner.clientId);
    expect((await owner.developer.browser.open(client)).text).toContain(`href="${owner.path}"`);
  });
});
