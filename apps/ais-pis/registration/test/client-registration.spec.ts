import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createCredential, exchange, rotateClient, runningBank, TestClient } from '@open-banking/testing';
import { issuerHomes, issuers, registrationEndpoints, services } from '@open-banking/spec';
import { SelfRegistered } from '@open-banking/ais-pis-testing/a-registration';

const redirect_uris = ['https://tpp.example/back'];

describe.each(['baseline', 'fapi2'] as const)('a client that registers itself, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });

  const named = () => ({ balances: [bank.resources(bank.demo, 'account')[0]!, bank.resources(bank.demo, 'card')[0]!] });

  it('can use all issuers, from its client token to the resources that its customer approved', async () => {
    const self = await SelfRegistered.register(bank, { client_name: 'Self-made' });
    const { client } = self;
    for (const issuer of ['consents', 'payments', 'mandates'] as const)
      expect(await client.requestToken(issuer, { grant_type: 'client_credentials' })).toAnswer(200);
    const permitted = await client.consentedBy(bank.demo, named());
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    expect(await permitted.get('/v1.7/cards')).toAnswer(200);
  });

  it("gets all its metadata back, with the bank's defaults", async () => {
    const { answer, registered, updatableMetadata } = await SelfRegistered.register(bank, {
      client_name: 'Self-made',
      contacts: ['x@tpp.example'],
      logo_uri: 'https://tpp.example/logo',
      software_statement: 'x',
      roles: undefined,
    });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'ratelimit-policy': expect.stringContaining('"second";q=20;w=1, "minute";q=600;w=60, "day";q=20000') as unknown,
    });
    expect(registered).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      client_id_issued_at: expect.any(Number) as unknown,
      client_name: 'Self-made',
      redirect_uris: ['http://127.0.0.1/back'],
      token_endpoint_auth_method: profile === 'baseline' ? 'client_secret_basic' : 'private_key_jwt',
      grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'AIS loan-services',
      roles: ['PSP_AI'],
      dpop_bound_access_tokens: profile === 'fapi2',
      tls_client_certificate_bound_access_tokens: false,
      ...(profile === 'baseline'
        ? { client_secret: expect.stringMatching(/^[\w-]{43}$/) as unknown, client_secret_expires_at: 0 }
        : { jwks: updatableMetadata['jwks'] }),
      registration_client_uri: `${bank.baseUrl}${registrationEndpoints.registerClient.path}/${registered.client_id}`,
      registration_access_token: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
  });

  it('reads, changes and deletes its registration only with its own registration access token', async () => {
    const [self, other] = [await SelfRegistered.register(bank), await SelfRegistered.register(bank)];
    const { client } = self;
    const permitted = await client.consentedBy(bank.demo, named());
    const { client_secret: secret, client_secret_expires_at: _, ...shown } = self.registered;
    expect(await self.manage('GET')).toAnswer(200);
    expect((await self.manage('GET')).body).toEqual(shown);

    const renamed = await self.manage('PUT', {
      ...self.updatableMetadata,
      client_name: 'Renamed',
      redirect_uris: ['https://tpp.example/new'],
    });
    expect(renamed).toAnswer(200, {
      client_id: client.clientId,
      client_name: 'Renamed',
      redirect_uris: ['https://tpp.example/new'],
      registration_access_token: self.registered.registration_access_token,
    });
    expect(renamed.body).not.toHaveProperty('client_secret');
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    expect(await client.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200);
    // RFC 7592 §2.2: omitted members are removed.
    const { client_name: __, redirect_uris: ___, ...unnamed } = self.updatableMetadata;
    expect(await self.manage('PUT', { ...unnamed, grant_types: ['client_credentials'], response_types: [] })).toAnswer(200, {
      client_name: client.clientId,
      redirect_uris: [],
    });
    expect(await self.manage('PUT', self.updatableMetadata)).toAnswer(200);

    for (const token of [other.registered.registration_access_token, permitted.token!, secret ?? 'x', 'x', '']) {
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const refused = await self.manage(method, method === 'PUT' ? self.updatableMetadata : undefined, token);
        expect(refused).toAnswer(401, { error: 'invalid_token' });
        expect(refused.headers['www-authenticate']).toMatch(/^Bearer .*error="invalid_token"/);
      }
    }

    const ended = await self.manage('DELETE');
    expect(ended).toAnswer(204);
    expect(ended.text).toBe('');
    expect(await permitted.get('/v1.7/accounts')).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    expect(await client.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(401, { error: 'invalid_client' });
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(await self.manage(method, method === 'PUT' ? self.updatableMetadata : undefined)).toAnswer(401, { error: 'invalid_token' });
    expect(await other.manage('GET')).toAnswer(200);
    const { rows } = await bank
      .database('ais-pis')
      .query<{ operation: string }>('select operation from audit where client_id = $1', [client.clientId]);
    expect(rows.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['registerClient', 'updateRegistration', 'deleteRegistration']),
    );
  });

  it('keeps its previous credential through an update that leaves the present one as it is, and loses it with another', async () => {
    const self = await SelfRegistered.register(bank);
    const { client } = self;
    const tokenOf = (shown: TestClient) => shown.requestToken('consents', { grant_type: 'client_credentials' });
    const newKey = () => createCredential(bank.operator, 'private_key_jwt');
    const next = profile === 'fapi2' ? await newKey() : undefined;
    const { client_secret: clientSecret } = await rotateClient(bank.operator, client.clientId, { ...next?.registration });
    const renewed = new TestClient(bank.baseUrl, { ...client.client, ...(next?.own ?? { clientSecret }) }, client.from);
    const present = { ...self.updatableMetadata, client_secret: undefined, ...next?.registration };

    expect(await self.manage('PUT', { ...present, client_name: 'Renamed' })).toAnswer(200);
    for (const shown of [client, renewed]) expect(await tokenOf(shown)).toAnswer(200);

    const other =
      profile === 'fapi2'
        ? (await newKey()).registration
        : { token_endpoint_auth_method: 'private_key_jwt', ...(await newKey()).registration };
    expect(await self.manage('PUT', { ...present, ...other })).toAnswer(200);
    for (const shown of [client, renewed]) expect(await tokenOf(shown)).toAnswer(401, { error: 'invalid_client' });
  });

  it('stores no usable credential in the database', async () => {
    const { registered } = await SelfRegistered.register(bank);
    const {
      rows: [row],
    } = await bank
      .database('ais-pis')
      .query<{ text: string }>('select row_to_json(client)::text as text from client where client_id = $1', [registered.client_id]);
    expect(row!.text).toContain(registered.client_id);
    for (const opening of [registered.registration_access_token, registered.client_secret].filter((one) => one !== undefined))
      expect(row!.text).not.toContain(opening);
  });

  it('must name itself in an update and must not send members that the bank sets', async () => {
    const self = await SelfRegistered.register(bank);
    expect(await self.manage('PUT', self.updatableMetadata)).toAnswer(200);
    for (const [changed, says] of [
      [{ client_id: 'another' }, 'client_id'],
      [{ client_id: undefined }, 'client_id'],
      [{ client_secret: 'x' }, 'client_secret'],
      [{ registration_access_token: 'x' }, 'registration_access_token'],
      [{ registration_client_uri: 'https://x' }, 'registration_client_uri'],
      [{ client_id_issued_at: 1 }, 'client_id_issued_at'],
      [{ client_secret_expires_at: 0 }, 'client_secret_expires_at'],
      [{ roles: ['KING'] }, 'roles'],
    ] as const) {
      expect(await self.manage('PUT', { ...self.updatableMetadata, ...changed })).toAnswer(400, {
        error: 'invalid_client_metadata',
        error_description: expect.stringContaining(says) as unknown,
        tppMessages: [{ code: 'FORMAT_ERROR', path: expect.stringMatching(`^/${says}\\b`) as unknown }],
      });
    }
    expect(await self.manage('PUT', { ...self.updatableMetadata, redirect_uris: ['http://tpp.example/'] })).toAnswer(400, {
      error: 'invalid_redirect_uri',
    });
    const contrary = { client_id: 'another', client_id_issued_at: 1, roles: ['KING'], redirect_uris: ['http://tpp.example/'] };
    expect(await self.manage('PUT', { ...self.updatableMetadata, ...contrary })).toAnswer(400, {
      tppMessages: ['/client_id', '/client_id_issued_at', '/roles/0', '/redirect_uris/0'].map((path) => ({ path })),
    });
  });

  it("finds the registration endpoint in every issuer's metadata", async () => {
    for (const issuer of issuers) {
      const { body } = await exchange(`${bank.baseUrl}/.well-known/oauth-authorization-server${issuerHomes[issuer].path}`);
      expect(body).toMatchObject({ registration_endpoint: bank.baseUrl + registrationEndpoints.registerClient.path });
    }
  });
});

describe('dynamic registration outside the sandbox', () => {
  const bank = runningBank(services);

  it('has no route and is not published', async () => {
    const others = services.map((service) => [`${service.toUpperCase().replaceAll('-', '_')}_INTERNAL_URL`, 'http://127.0.0.1:9']);
    const env = {
      ...process.env,
      PORT: '0',
      INTERNAL_PORT: '0',
      BASE_URL: bank.baseUrl,
      DATABASE_URL: bank.facts.ownerUrls['ais-pis'],
      KEYS_DIR: bank.facts.keysDir,
      APPROVAL_CODE_URL: 'http://127.0.0.1:9/',
      LOG_LEVEL: 'silent',
      ...Object.fromEntries(others),
      SANDBOX: '0',
    };
    const child = fork(fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url)), [], {
      env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    const at = async (home: string) => {
      const made = await exchange(home + registrationEndpoints.registerClient.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Budget', redirect_uris }),
      });
      const read = await exchange(`${home}${registrationEndpoints.registerClient.path}/x`, { headers: { authorization: 'Bearer x' } });
      const metadata = await exchange(`${home}${issuerHomes.consents.path}/.well-known/oauth-authorization-server`);
      return { made: made.status, read: read.status, published: 'registration_endpoint' in (metadata.body as object) };
    };
    expect(await at(bank.baseUrl)).toEqual({ made: 201, read: 401, published: true });
    expect(await at(`http://127.0.0.1:${port}`)).toEqual({ made: 404, read: 404, published: false });
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
});
