import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addOwnClient, rotateClient, runningBank, ThirdParty, type TestClient } from '@open-banking/testing';
import { type OperatorFile, readJson } from '@open-banking/sandbox/bank';
import { createConsent } from '@open-banking/sandbox/third-party';

const program = fileURLToPath(new URL('../bin/openbank.mjs', import.meta.url));
interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe('openbank', () => {
  const bank = runningBank();

  const operator = () => readJson<OperatorFile>(bank.facts.operatorFile)!;
  const ownClients = () => operator().clients;

  const openbank = (...args: string[]): Promise<Ended> =>
    new Promise((settle) => {
      execFile(
        process.execPath,
        [program, ...args, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile],
        (error, out, err) => {
          settle({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
        },
      );
    });
  const json = async <T>(...args: string[]): Promise<T> => {
    const { code, out, err } = await openbank(...args, '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out) as T;
  };

  const added = (roles = 'PSP_AI,PSP_PI', auth = 'client_secret_basic') =>
    json<{ client_id: string; client_secret?: string; private_key?: Record<string, unknown> }>(
      'client',
      'add',
      '--name',
      'Of the line',
      '--roles',
      roles,
      '--redirect-uri',
      'http://127.0.0.1/back',
      '--auth',
      auth,
    );
  const partyOf = ({ client_id: clientId, client_secret: clientSecret, private_key: privateKey }: Awaited<ReturnType<typeof added>>) =>
    new ThirdParty(bank.baseUrl, { name: '', clientId, clientSecret, privateKey, roles: [], redirectUri: 'http://127.0.0.1/back' });

  it('adds a client whose secret works at once', async () => {
    const token = await partyOf(await added()).ownToken('consents', 'AIS');
    expect(token).toMatchObject({ token_type: 'Bearer', scope: 'AIS' });
  });

  it('adds a client with all redirect URIs that are given', async () => {
    const { client_id: clientId } = await json<{ client_id: string }>(
      'client',
      'add',
      '--name',
      'Of three places',
      '--roles',
      'PSP_AI',
      '--redirect-uri',
      'http://127.0.0.1/back',
      '--redirect-uri',
      'https://tpp.example/back',
      '--redirect-uri',
      'https://tpp.example/other',
    );
    const listed = await json<{ clientId: string; redirectUris: string[] }[]>('client', 'list');
    expect(listed.find((client) => client.clientId === clientId)?.redirectUris).toEqual([
      'http://127.0.0.1/back',
      'https://tpp.example/back',
      'https://tpp.example/other',
    ]);
  });

  it('adds a client that signs with a key made for it', async () => {
    const client = await added('PSP_AI', 'private_key_jwt');
    expect(client.client_secret).toBeUndefined();
    expect(await partyOf(client).ownToken('consents', 'AIS')).toMatchObject({ scope: 'AIS' });
  });

  it("adds a client with a certificate of the sandbox's authority, and prints all it needs", async () => {
    const made = await json<Record<'client_id' | 'certificate' | 'private_key' | 'ca', string>>(
      'client',
      'add',
      '--name',
      'Over TLS',
      '--roles',
      'PSP_AI',
      '--redirect-uri',
      'http://127.0.0.1/back',
      '--auth',
      'tls_client_auth',
    );
    const tls = { certificate: made.certificate, privateKey: made.private_key, ca: made.ca };
    const party = new ThirdParty(bank.baseUrl, {
      name: '',
      clientId: made.client_id,
      tls,
      roles: [],
      redirectUri: 'http://127.0.0.1/back',
    });
    expect(await party.ownToken('consents', 'AIS')).toMatchObject({ scope: 'AIS' });
    expect(made).not.toHaveProperty('client_secret');
  });

  describe('client', () => {
    const known = async (asked: Parameters<typeof bank.client>[0] = {}): Promise<TestClient> => {
      const client = await bank.client(asked);
      addOwnClient(bank.facts.operatorFile, client.client);
      return client;
    };
    const opens = async (client: TestClient, own: Partial<TestClient['client']> = {}) =>
      (await new ThirdParty(bank.baseUrl, { ...client.client, ...own }).askForToken('consents', { grant_type: 'client_credentials' }))
        .status;

    it("add takes a client's own keys, or the address where it publishes them", async () => {
      const { privateKey } = (await bank.client({ auth: 'private_key_jwt' })).client;
      const folder = await mkdtemp(join(tmpdir(), 'openbank-keys-'));
      await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: [{ ...privateKey, d: undefined }] }));
      const named = ['client', 'add', '--name', 'Own keys', '--roles', 'PSP_AI', '--redirect-uri', 'http://127.0.0.1/back'];
      const made = await json<{ client_id: string }>(...named, '--jwks', join(folder, 'keys.json'));
      await rm(folder, { recursive: true });
      expect(Object.keys(made)).toEqual(['client_id']);
      expect(await partyOf({ ...made, private_key: privateKey }).ownToken('consents', 'AIS')).toMatchObject({ scope: 'AIS' });

      const elsewhere = await json<{ client_id: string }>(...named, '--jwks-uri', 'https://tpp.example/keys');
      const { rows } = await bank
        .database('ais-pis')
        .query('select jwks_uri, jwks from client where client_id = $1', [elsewhere.client_id]);
      expect(rows).toEqual([{ jwks_uri: 'https://tpp.example/keys', jwks: null }]);
      await expect(rotateClient(operator(), elsewhere.client_id, { jwks: { keys: [{ ...privateKey, d: undefined }] } })).rejects.toThrow(
        'at its jwks_uri',
      );
    });

    it('rotate gives a new secret, which is kept here; the old one counts besides', async () => {
      const client = await known();
      const renewed = await json<{ client_id: string; client_secret: string; former_until: string }>(
        'client',
        'rotate',
        client.clientId,
        '--keep',
        'PT168H',
      );
      expect(Date.parse(renewed.former_until)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
      expect([
        await opens(client),
        await opens(client, { clientSecret: renewed.client_secret }),
        await opens(client, { clientSecret: 'x' }),
      ]).toEqual([200, 200, 401]);
      expect(ownClients().find(({ clientId }) => clientId === client.clientId)).toEqual({
        ...client.client,
        clientSecret: renewed.client_secret,
      });
    });

    it('rotate --finish ends the change-over early', async () => {
      const client = await known();
      const { client_secret: clientSecret } = await rotateClient(operator(), client.clientId, {});
      expect(await opens(client)).toBe(200);
      expect(await json('client', 'rotate', client.clientId, '--finish')).toEqual({ client_id: client.clientId });
      expect([await opens(client), await opens(client, { clientSecret })]).toEqual([401, 200]);
    });

    it('rotate makes a new key', async () => {
      const client = await known({ auth: 'private_key_jwt' });
      const { private_key: privateKey } = await json<{ private_key: Record<string, unknown> }>(
        'client',
        'rotate',
        client.clientId,
        '--keep',
        'PT0S',
      );
      expect([await opens(client), await opens(client, { privateKey })]).toEqual([401, 200]);
    });

    it('rotate --jwks takes the public keys of a file', async () => {
      const [client, other] = [await known({ auth: 'private_key_jwt' }), await bank.client({ auth: 'private_key_jwt' })];
      const { privateKey } = other.client;
      const folder = await mkdtemp(join(tmpdir(), 'openbank-keys-'));
      await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: [{ ...privateKey, d: undefined }] }));
      expect(await opens(client, { privateKey })).toBe(401);
      expect(await json('client', 'rotate', client.clientId, '--jwks', join(folder, 'keys.json'))).toEqual({
        client_id: client.clientId,
        former_until: expect.any(String) as unknown,
      });
      await rm(folder, { recursive: true });
      expect([await opens(client), await opens(client, { privateKey })]).toEqual([200, 200]);
    });

    it('rotate gives a certificate of the authority, or takes the name of another', async () => {
      const client = await known({ auth: 'tls_client_auth' });
      const made = await json<Record<'certificate' | 'private_key' | 'ca' | 'former_until', string>>('client', 'rotate', client.clientId);
      const tls = { certificate: made.certificate, privateKey: made.private_key, ca: made.ca };
      expect([await opens(client), await opens(client, { tls })]).toEqual([200, 200]);
      expect(await json('client', 'rotate', client.clientId, '--tls-subject', 'CN=renewed,O=Third Party,C=IL', '--keep', 'PT0S')).toEqual({
        client_id: client.clientId,
      });
      expect([await opens(client), await opens(client, { tls })]).toEqual([401, 401]);
    });

    it('list shows every client, and nothing that opens', async () => {
      const client = await known({ name: 'Listed' });
      const { client_secret: secret } = await rotateClient(operator(), client.clientId, {});
      const listed = await json<{ clientId: string }[]>('client', 'list');
      expect(listed.find(({ clientId }) => clientId === client.clientId)).toMatchObject({
        name: 'Listed',
        authMethod: 'client_secret_basic',
        formerUntil: expect.any(String) as unknown,
      });
      const { out } = await openbank('client', 'list');
      expect(out).toMatch(
        new RegExp(
          `^${client.clientId}  Listed  PSP_AI,PSP_PI  client_secret_basic  since \\d{4}-.*  previous credential valid until `,
          'm',
        ),
      );
      for (const text of [JSON.stringify(listed), out])
        for (const opening of [secret!, client.client.clientSecret!, hash('sha256', secret!, 'base64url')])
          expect(text).not.toContain(opening);
    });

    it('remove ends a client, here too', async () => {
      const client = await known();
      expect(await opens(client)).toBe(200);
      expect(await json('client', 'remove', client.clientId)).toEqual({ client_id: client.clientId, removed: true });
      expect(await opens(client)).toBe(401);
      expect(ownClients().map(({ clientId }) => clientId)).not.toContain(client.clientId);
      expect((await openbank('client', 'remove', client.clientId)).err).toContain('RESOURCE_UNKNOWN');
    });
  });

  it('lists the demo customers; the first has every product', async () => {
    const [demo] = await json<{ login: string; password: string; accounts: { kind: string; currency: string }[] }[]>('customers');
    expect(demo).toMatchObject({ login: bank.demo.login, password: bank.demo.password });
    expect(demo!.accounts.map(({ kind, currency }) => `${kind} ${currency}`)).toEqual(
      expect.arrayContaining(['account ILS', 'account EUR', 'loan ILS', 'card ILS', 'securities ILS']),
    );
  });

  it('approves a payment as a customer, from the account that is named', async () => {
    const client = await bank.client();
    const payer = await client.asItself('payments', 'PIS');
    const euro = bank.resources(bank.demo, 'account').find(({ currency }) => currency === 'EUR')!;
    const asked = {
      instructedAmount: { currency: 'EUR', amount: '1.50' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Bookshop',
    };
    const {
      body: { paymentId },
    } = await payer.post('/v1.7/payments/instant-sepa-credit-transfers', asked);
    const elsewhere = client.authorization('payments', `PIS:${paymentId}`);
    expect(await openbank('approve', elsewhere.url, '--accounts', 'IL620108000000099999999')).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not offer'),
    });
    const authorization = client.authorization('payments', `PIS:${paymentId}`);
    const { redirect } = await json<{ redirect: string }>('approve', authorization.url, '--accounts', euro.reference['iban']!);
    const { scope } = await client.redeem(authorization, redirect);
    expect(scope).toBe(`PIS:${paymentId}`);
    const { rows } = await bank
      .database('ais-pis')
      .query('select a.iban from payment p join account a on a.account_id = p.debtor_account_id where payment_id = $1', [paymentId]);
    expect(rows).toEqual([{ iban: euro.reference['iban'] }]);
  });

  it('approves as a customer, with the accounts that are named, or refuses', async () => {
    const party = partyOf(await added());
    const consentId = await createConsent(party, { access: { accounts: [], balances: [] } });
    const authorization = party.authorization('consents', `AIS:${consentId}`);
    const [account] = bank.resources(bank.demo, 'account');
    expect(await openbank('approve', authorization.url, '--accounts', '2')).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not offer 2'),
    });
    expect(await openbank('approve', authorization.url, '--accounts', 'account')).toMatchObject({
      code: 1,
      err: expect.stringContaining('could be several accounts'),
    });
    const { redirect } = await json<{ redirect: string }>('approve', authorization.url, '--accounts', account!.reference['iban']!);
    const { access_token: token } = await party.redeem(authorization, redirect);
    const listed = await party.call('GET', '/v1.7/accounts', { token, headers: { 'consent-id': consentId } });
    expect(listed).toAnswer(200, { accounts: [{ resourceId: account!.resourceId }] });

    const refused = await createConsent(party, { access: { allPsd2: 'allAccounts' } });
    const another = party.authorization('consents', `AIS:${refused}`);
    expect((await json<{ redirect: string }>('approve', another.url, '--refuse')).redirect).toContain('error=access_denied');
    // Refused, it is no longer there to approve: the redirect is printed all the same.
    const late = await openbank('approve', party.authorization('consents', `AIS:${refused}`).url, '--json');
    expect(late).toMatchObject({ code: 1, err: expect.stringContaining('The authorization ended with') });
    expect((JSON.parse(late.out) as { redirect: string }).redirect).toContain('error=');
  });

  it('gets the token for a consent in one go', async () => {
    const client = await added();
    const consentId = await createConsent(partyOf(client), { access: { allPsd2: 'allAccounts' } });
    const answer = await json<{ access_token: string; scope: string }>('token', '--client', client.client_id, '--consent', consentId);
    expect(answer.scope).toBe(`AIS:${consentId}`);
  });

  it.each([
    [['approve', 'nonsense'], '"nonsense" is not a URL'],
    [['customers', '--operator-file', '/nonexistent/x.json'], 'There is no operator file /nonexistent/x.json'],
    [['token', '--client', 'nobody', '--consent', 'x'], 'The client nobody was not added from this machine'],
    [['client', 'add', '--name', 'x', '--roles', 'KING', '--redirect-uri', 'http://127.0.0.1/'], '--roles: KING is not one of'],
    [['client', 'rotate', 'nobody', '--jwks', '/nonexistent.json'], '--jwks: /nonexistent.json cannot be read'],
    [['client', 'rotate', 'nobody'], 'RESOURCE_UNKNOWN'],
    [['collect', 'nonsense', '--amount', '1'], '404 RESOURCE_UNKNOWN'],
    [['mandate', 'suspend', 'nonsense'], '404 RESOURCE_UNKNOWN'],
    [['clearing', 'report', 'nonsense', 'accepted'], '404 RESOURCE_UNKNOWN'],
    [['client', 'rotate', 'nobody', '--finish', '--keep', 'PT1H'], 'cannot be used with option'],
    [['load', 'cards', '/nonexistent.ndjson'], 'the file does not exist'],
    [['load', 'mandates', 'x'], 'Allowed choices are'],
    [['generate', '--customers', '0', '--out', '/tmp/x'], 'a whole number greater than 0'],
  ])('%j ends with one clear line', async (args, line) => {
    const own = args.includes('--operator-file');
    const { code, out, err } = own
      ? await new Promise<Ended>((settle) =>
          execFile(process.execPath, [program, ...args], (error, o, e) => {
            settle({ code: Number(error?.code ?? 0), out: o, err: e });
          }),
        )
      : await openbank(...args);
    expect({ code, out, lines: err.trim().split('\n').length }).toEqual({ code: 1, out: '', lines: 1 });
    expect(err).toContain(line);
  });
});
