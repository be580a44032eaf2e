import { X509Certificate } from 'node:crypto';
import { completeInteraction, createCredential, leasedBank, registeredClients, rotateClient, type TestClient } from '@open-banking/testing';
import { services } from '@open-banking/spec';

type Own = Partial<TestClient['client']>;

/** During the rotation overlap, on the bank's clock, both credentials are valid. */
describe("the rotation of a client's credentials", () => {
  const bank = leasedBank(services);
  const token = (client: TestClient, own: Own = {}, issuer: 'consents' | 'mandates' = 'consents') =>
    new (client.constructor as typeof TestClient)(bank.baseUrl, { ...client.client, ...own }, client.from).requestToken(issuer, {
      grant_type: 'client_credentials',
    });
  const approved = async (client: TestClient) => {
    const consentId = await client.createConsent({
      balances: [bank.resources(bank.demo, 'account')[0]!, bank.resources(bank.demo, 'card')[0]!],
    });
    const authorization = await client.startAuthorization('consents', `AIS:${consentId}`);
    const answer = await client.redeem(
      authorization,
      await completeInteraction(authorization.url, { login: bank.demo.login, password: bank.demo.password, from: client.from }),
    );
    const read = (path: string, accessToken = answer.access_token) =>
      client.call('GET', path, { token: accessToken, headers: { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' } });
    return { read, refresh: { grant_type: 'refresh_token', refresh_token: answer.refresh_token! } };
  };

  it('keeps two secrets valid during the overlap; existing tokens stay valid, and afterwards the previous secret is refused', async () => {
    const client = await bank.client();
    const { read, refresh } = await approved(client);
    const renewed = await rotateClient(bank.operator, client.clientId, {});
    expect(Date.parse(renewed.former_until!) - Date.parse((await bank.clock()).now)).toBeGreaterThan(7 * 86_400_000 - 60_000);
    const next = { clientSecret: renewed.client_secret };
    expect(next.clientSecret).not.toBe(client.client.clientSecret);
    for (const issuer of ['consents', 'mandates'] as const) {
      expect(await token(client, {}, issuer)).toAnswer(200);
      expect(await token(client, next, issuer)).toAnswer(200);
      expect(await token(client, { clientSecret: 'x' }, issuer)).toAnswer(401, { error: 'invalid_client' });
    }
    expect(await read('/v1.7/accounts')).toAnswer(200);
    expect(await read('/v1.7/cards')).toAnswer(200);
    expect(await client.requestToken('consents', refresh)).toAnswer(200);

    await bank.advanceTo(new Date(renewed.former_until!));
    await bank.advance('PT1S');
    for (const issuer of ['consents', 'mandates'] as const) {
      expect(await token(client, {}, issuer)).toAnswer(401, { error: 'invalid_client' });
      expect(await token(client, next, issuer)).toAnswer(200);
    }
    expect(await client.requestToken('consents', refresh)).toAnswer(401, { error: 'invalid_client' });
    Object.assign(client.client, next);
    const refreshed = await client.requestToken('consents', refresh);
    expect(refreshed).toAnswer(200);
    expect(await read('/v1.7/accounts', (refreshed.body as { access_token: string }).access_token)).toAnswer(200);
    const { rows } = await bank
      .database('ais-pis')
      .query('select former_secret_hash, former_until from client where client_id = $1', [client.clientId]);
    expect(rows).toEqual([{ former_secret_hash: null, former_until: null }]);
  });

  it.each(['private_key_jwt', 'tls_client_auth'] as const)(
    'keeps both %s valid during the overlap, and afterwards only the new one',
    async (auth) => {
      const client = await bank.client({ auth });
      const { read, refresh } = await approved(client);
      const { registration, own: next } = await createCredential(bank.operator, auth);
      const { own: stranger } = await createCredential(bank.operator, auth);
      expect(await token(client, next)).toAnswer(401, { error: 'invalid_client' });
      await rotateClient(bank.operator, client.clientId, { ...registration, keep: 'PT2H' });
      for (const issuer of ['consents', 'mandates'] as const) {
        expect(await token(client, {}, issuer)).toAnswer(200);
        expect(await token(client, next, issuer)).toAnswer(200);
        expect(await token(client, stranger, issuer)).toAnswer(401, { error: 'invalid_client' });
      }
      expect(await read('/v1.7/accounts')).toAnswer(200);
      expect(await client.requestToken('consents', refresh)).toAnswer(200);

      await bank.advance('PT2H1S');
      expect(await token(client)).toAnswer(401, { error: 'invalid_client' });
      expect(await token(client, next)).toAnswer(200);
      Object.assign(client.client, next);
      expect(await client.requestToken('consents', refresh)).toAnswer(200);
    },
  );

  it("ends early on the operator's command, and drops the previous credential at once if no overlap is wanted", async () => {
    const client = await bank.client();
    const second = await rotateClient(bank.operator, client.clientId, {});
    expect(await token(client)).toAnswer(200);
    expect(await rotateClient(bank.operator, client.clientId, { finish: true })).toEqual({ client_id: client.clientId, finished: true });
    expect(await token(client)).toAnswer(401, { error: 'invalid_client' });
    expect(await token(client, { clientSecret: second.client_secret })).toAnswer(200);

    const third = await rotateClient(bank.operator, client.clientId, { keep: 'PT0S' });
    expect(third).not.toHaveProperty('former_until');
    expect(await token(client, { clientSecret: second.client_secret })).toAnswer(401);
    expect(await token(client, { clientSecret: third.client_secret })).toAnswer(200);
  });

  it('allows two credentials at most: of concurrent rotations one succeeds, and a third must wait for the end of the overlap', async () => {
    const client = await bank.client();
    const tried = await Promise.allSettled(Array.from({ length: 5 }, () => rotateClient(bank.operator, client.clientId, {})));
    const done = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(done).toHaveLength(1);
    expect(await token(client)).toAnswer(200);
    expect(await token(client, { clientSecret: done[0]!.client_secret })).toAnswer(200);
    await expect(rotateClient(bank.operator, client.clientId, {})).rejects.toThrow(
      /409 STATUS_INVALID .*already has a previous credential/,
    );
    await expect(rotateClient(bank.operator, client.clientId, { keep: 'PT0S' })).resolves.toBeDefined();
    expect(await token(client)).toAnswer(401);
  });

  it("uses the client's authentication method, with an overlap of at most 90 days", async () => {
    const [client, signing] = [await bank.client(), await bank.client({ auth: 'private_key_jwt' })];
    const shown = await bank.client({ auth: 'tls_client_auth' });
    const subject = new X509Certificate(shown.client.tls!.certificate!).subject.split('\n').reverse().join(' , ');
    const { registration } = await createCredential(bank.operator, 'private_key_jwt');
    const keys = (registration['jwks'] as { keys: object[] }).keys;
    for (const [clientId, asked, says] of [
      [client.clientId, registration, '/jwks is allowed for private_key_jwt only'],
      [signing.clientId, {}, '/jwks is required'],
      [signing.clientId, { jwks: { keys: [{ ...keys[0], d: 'x' }] } }, '/jwks/keys/0 is a private key'],
      [client.clientId, { keep: 'P91D' }, '/keep must be'],
      [client.clientId, { keep: 'a week' }, '/keep must be'],
      [client.clientId, { tlsSubject: 'CN=x' }, '/tlsSubject is allowed for'],
      [shown.clientId, { tlsSubject: `/${subject}` }, '/tlsSubject must be a distinguished name (RFC 4514)'],
      [shown.clientId, { tlsSubject: subject.replace('CN=', 'oid.2.5.4.3 = ') }, '/tlsSubject is already the subject of this client'],
      ['nobody', {}, '404 RESOURCE_UNKNOWN'],
    ] as const) {
      await expect(rotateClient(bank.operator, clientId, asked)).rejects.toThrow(says);
    }
    expect(await token(client)).toAnswer(200);
    await expect(rotateClient(bank.operator, client.clientId, { keep: 'P90D' })).resolves.toHaveProperty('client_secret');
  });

  it('is listed with the end of the overlap and without any credential', async () => {
    const client = await bank.client();
    const { former_until: until } = await rotateClient(bank.operator, client.clientId, {});
    const all = await registeredClients(bank.operator);
    const shown = all.find(({ clientId }) => clientId === client.clientId);
    expect(shown).toEqual({
      clientId: client.clientId,
      name: 'Test',
      roles: ['PSP_AI', 'PSP_PI'],
      authMethod: 'client_secret_basic',
      redirectUris: ['http://127.0.0.1/back'],
      registeredItself: false,
      createdAt: expect.stringMatching(/^\d{4}-/) as unknown,
      formerUntil: expect.stringContaining(until!.slice(0, 19)) as unknown,
    });
    expect(JSON.stringify(all)).not.toMatch(/secret_?hash|jwks/i);
  });
});
