import { X509Certificate } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import { completeInteraction, exchange, freshBank, runningBank, ThirdParty, type TestClient } from '@open-banking/testing';
import { trustFiles } from '@open-banking/testing/bank';
import { SandboxCa } from '@open-banking/testing/sandbox';
import { services } from '@open-banking/spec';

/** The subject of a client's certificate (RFC 4514), for issuing another one. */
const subjectOf = ({ client }: TestClient): string => new X509Certificate(client.tls!.certificate!).subject.split('\n').reverse().join(',');

describe.each(['baseline', 'fapi2'] as const)('a client with a certificate, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });
  const token = (client: TestClient, at: string, tls: TestClient['client']['tls'], headers: Record<string, string> = {}) =>
    exchange(`${at}/v1.7/oauth/consents/token`, {
      method: 'POST',
      tls,
      from: client.from,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'AIS', client_id: client.clientId }).toString(),
    });
  const clientCert = ({ client }: TestClient) => `:${new X509Certificate(client.tls!.certificate!).raw.toString('base64')}:`;

  it("is authenticated by it over TLS and completes the flow up to the customer's accounts", async () => {
    const client = await bank.client({ auth: 'tls_client_auth' });
    const permitted = await client.consentedBy(bank.demo, 'allPsd2');
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    expect(await permitted.get('/v1.7/cards')).toAnswer(200);
  });

  it("is refused without it, with another client's, with one from another authority, or with a forged header", async () => {
    const { tlsBaseUrl, baseUrl } = bank.facts;
    const [client, other] = [await bank.client({ auth: 'tls_client_auth' }), await bank.client({ auth: 'tls_client_auth' })];
    const { ca } = client.client.tls!;
    const stranger = await SandboxCa.open(`${bank.facts.caFolder}/stranger`);
    const forged = await stranger.clientCertificate(subjectOf(client));
    const late = {
      ...client.client.tls!,
      certificate: await (
        await SandboxCa.open(bank.facts.caFolder)
      ).issue({
        subject: subjectOf(client),
        publicKey: new X509Certificate(client.client.tls!.certificate!).publicKey,
        days: 1,
        notBefore: new Date(Date.now() - 3 * 86_400_000),
      }),
    };

    expect(await token(client, tlsBaseUrl, client.client.tls)).toAnswer(200);
    for (const [at, tls, headers] of [
      [tlsBaseUrl, { ca }, {}],
      [tlsBaseUrl, other.client.tls, {}],
      [tlsBaseUrl, { ...forged, ca }, {}],
      [tlsBaseUrl, late, {}],
      [baseUrl, undefined, {}],
      [baseUrl, undefined, { 'client-cert': clientCert(client) }],
      [tlsBaseUrl, { ca }, { 'client-cert': clientCert(client) }],
      [tlsBaseUrl, other.client.tls, { 'client-cert': clientCert(client) }],
    ] as const) {
      expect(await token(client, at, tls, headers)).toAnswer(401, { error: 'invalid_client' });
    }
    expect(await token(client, tlsBaseUrl, client.client.tls)).toAnswer(200);
  });

  it("is accepted in a header only from the configured gateway's address", async () => {
    const client = await bank.client({ auth: 'tls_client_auth' });
    const service = `http://127.0.0.1:${bank.facts.internal['ais-pis'].port}`;
    const ask = (from: string) =>
      exchange(`${service}/v1.7/oauth/consents/token`, {
        method: 'POST',
        from,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', 'client-cert': clientCert(client) },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'AIS', client_id: client.clientId }).toString(),
      });
    expect(await ask('127.0.0.1')).toAnswer(200);
    expect(await ask('127.0.0.2')).toAnswer(401, { error: 'invalid_client' });
  });

  it('can connect only with TLS 1.3, or TLS 1.2 with ECDHE and AES-GCM', async () => {
    const { tlsPort: port } = bank.facts;
    const agreed = (options: ConnectionOptions) =>
      new Promise<string>((resolve) => {
        const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => {
          resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
          socket.destroy();
        });
        socket.once('error', () => {
          resolve('refused');
        });
      });
    expect(await agreed({})).toMatch(/^TLSv1\.3 TLS_AES_/);
    expect(await agreed({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 TLS_ECDHE_ECDSA_WITH_AES_(128|256)_GCM_SHA(256|384)$/);
    for (const ciphers of [
      'ECDHE-ECDSA-AES128-SHA256',
      'ECDHE-ECDSA-AES128-SHA',
      'ECDHE-ECDSA-CHACHA20-POLY1305',
      'AES128-GCM-SHA256',
      'DHE-RSA-AES128-GCM-SHA256',
    ]) {
      expect({ ciphers, agreed: await agreed({ maxVersion: 'TLSv1.2', ciphers }) }).toEqual({ ciphers, agreed: 'refused' });
    }
    expect(await agreed({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })).toBe('refused');
  });
});

describe('a token that is bound to a certificate', () => {
  const bank = runningBank(services, { profile: 'fapi2' });

  it('is renewed by the refresh token after a certificate renewal: the same subject is the same client', async () => {
    const client = await bank.client({ auth: 'tls_client_auth' });
    const consentId = await client.createConsent({ balances: [bank.resources(bank.demo, 'account')[0]!] });
    const authorization = await client.startAuthorization('consents', `AIS:${consentId}`);
    const redirect = await completeInteraction(authorization.url, {
      login: bank.demo.login,
      password: bank.demo.password,
      from: client.from,
    });
    const { access_token: before, refresh_token: refresh = '' } = await client.redeem(authorization, redirect);
    const subject = subjectOf(client);
    const tls = { ...(await (await SandboxCa.open(bank.facts.caFolder)).clientCertificate(subject)), ca: client.client.tls!.ca };
    const renewed = new ThirdParty(bank.baseUrl, { ...client.client, tls }, client.from);
    const read = (as: ThirdParty, token: string) =>
      as.call('GET', '/v1.7/accounts', { token, headers: { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' } });

    expect(await read(client, before)).toAnswer(200);
    expect(await read(renewed, before)).toAnswer(401);
    const response = await renewed.requestToken('consents', { grant_type: 'refresh_token', refresh_token: refresh });
    expect(response).toAnswer(200);
    const { access_token: after } = response.body as { access_token: string };
    expect(await read(renewed, after)).toAnswer(200);
    expect(await read(client, after)).toAnswer(401);
  });

  it('is accepted only with that certificate, not with another one, without one, or with a proof', async () => {
    const [client, other] = [await bank.client({ auth: 'tls_client_auth' }), await bank.client({ auth: 'tls_client_auth' })];
    const permitted = await client.consentedBy(bank.demo, 'allPsd2');
    const usual = { 'consent-id': permitted.consentId, 'psu-ip-address': '127.0.0.1', 'x-request-id': crypto.randomUUID() };
    for (const path of ['/v1.7/accounts', '/v1.7/cards', '/loans']) {
      const read = (at: string, tls: TestClient['client']['tls'], headers: Record<string, string> = {}) =>
        exchange(at + path, { tls, from: client.from, headers: { authorization: `Bearer ${permitted.token!}`, ...usual, ...headers } });
      expect(await read(bank.facts.tlsBaseUrl, client.client.tls)).toAnswer(200);
      expect(await read(bank.facts.tlsBaseUrl, other.client.tls)).toAnswer(401);
      expect(await read(bank.facts.tlsBaseUrl, { ca: client.client.tls!.ca })).toAnswer(401);
      expect(await read(bank.baseUrl, undefined)).toAnswer(401);
      expect(
        await read(bank.baseUrl, undefined, {
          'client-cert': `:${new X509Certificate(client.client.tls!.certificate!).raw.toString('base64')}:`,
        }),
      ).toAnswer(401);
      expect(
        await read(bank.facts.tlsBaseUrl, client.client.tls, {
          authorization: `DPoP ${permitted.token!}`,
          dpop: await client.proofKey.proof('GET', bank.facts.tlsBaseUrl + path, permitted.token),
        }),
      ).toAnswer(401);
    }
  });
});

describe.each(['baseline', 'fapi2'] as const)('an invalid certificate of a TLS connection, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });
  const block = ({ fingerprint256 }: X509Certificate) => {
    appendFileSync(trustFiles(bank.caFolder).blocked, `${fingerprint256}\n`);
  };

  it.each([
    ['CERTIFICATE_REVOKED', 'revoked by its issuer', (shown: X509Certificate) => bank.revoke(shown)],
    ['CERTIFICATE_BLOCKED', 'blocked the certificate', block],
  ] as const)('is refused at once, as %s with tokens bound to it and as invalid_client at every issuer', async (code, text, end) => {
    const [client, other] = [
      await bank.client({ auth: 'tls_client_auth', tokenBinding: 'tls' }),
      await bank.client({ auth: 'tls_client_auth', tokenBinding: 'tls' }),
    ];
    const named = { balances: [bank.resources(bank.demo, 'account')[0]!, bank.resources(bank.demo, 'card')[0]!] };
    const [permitted, others] = [await client.consentedBy(bank.demo, named), await other.consentedBy(bank.demo, named)];
    const open = await client.createConsent(named);
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    expect(await permitted.get('/v1.7/cards')).toAnswer(200);

    await end(new X509Certificate(client.client.tls!.certificate!));
    for (const path of ['/v1.7/accounts', '/v1.7/cards']) {
      const refused = await permitted.get(path);
      expect(refused).toAnswer(401, { tppMessages: [{ code, text: expect.stringContaining(text) as unknown }] });
      expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
      expect(await others.get(path)).toAnswer(200);
    }
    for (const issuer of ['consents', 'payments', 'mandates'] as const) {
      expect(await client.requestToken(issuer, { grant_type: 'client_credentials' })).toAnswer(401, {
        error: 'invalid_client',
        error_description: expect.stringContaining(text) as unknown,
        tppMessages: [{ code }],
      });
      expect(await other.requestToken(issuer, { grant_type: 'client_credentials' })).toAnswer(200);
    }
    await expect(client.pushAuthorization(client.authorization('consents', `AIS:${open}`))).rejects.toThrow(`401 ${code}`);
  });
});

describe('a list of revoked certificates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'revoked-'));
  let another: SandboxCa;
  // The certificate exists before the bank starts.
  beforeAll(async () => {
    another = await SandboxCa.open(folder);
  });
  const bank = freshBank(['ais-pis'], { TLS_CLIENT_ANCHORS_FILE: join(folder, 'ca.pem') });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is accepted from an authority for TLS clients only, and leads to 503 while it cannot be read', async () => {
    const [client, other] = [await bank.client({ auth: 'tls_client_auth' }), await bank.client({ auth: 'tls_client_auth' })];
    const requested = (one: TestClient) => one.requestToken('consents', { grant_type: 'client_credentials' });
    const { revoked } = trustFiles(bank.caFolder);
    expect(await requested(client)).toAnswer(200);
    const list = readFileSync(revoked, 'utf8');
    writeFileSync(revoked, 'not a list');
    const unread = await requested(client);
    expect(unread).toAnswer(503, { error: 'temporarily_unavailable', tppMessages: [{ code: 'SERVICE_UNAVAILABLE' }] });
    expect(unread.headers).toHaveProperty('retry-after');
    const { serialNumber } = new X509Certificate(client.client.tls!.certificate!);
    writeFileSync(
      revoked,
      list + (await another.revocationList([{ serialNumber: serialNumber.toLowerCase(), revocationDate: new Date() }])).toString('pem'),
    );
    expect(await requested(client)).toAnswer(401, { error: 'invalid_client' });
    expect(await requested(other)).toAnswer(200);
  });
});
