import { hash, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rotateClient, runningBank, ThirdParty, type TestClient } from '@open-banking/testing';
import { addOwnClient } from '@open-banking/testing/bank';

import { openbankOf } from './an-openbank.js';
import { services } from '@open-banking/spec';

describe('openbank client', () => {
  const bank = runningBank(services);
  const { operator, ownClients, openbank, json, added, partyOf } = openbankOf(bank);

  it('adds a client whose secret works at once', async () => {
    const token = await partyOf(await added()).clientToken('consents', 'AIS');
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

  it('adds a client that sends its secret in the body, and keeps that for its own commands', async () => {
    const { client_id: clientId } = await added('PSP_AI', 'client_secret_post');
    const own = ownClients().find((client) => client.clientId === clientId)!;
    expect(own.authMethod).toBe('client_secret_post');
    expect(await new ThirdParty(bank.baseUrl, own).clientToken('consents', 'AIS')).toMatchObject({ scope: 'AIS' });
    const { authMethod: _, ...inHeader } = own;
    await expect(new ThirdParty(bank.baseUrl, inHeader).clientToken('consents', 'AIS')).rejects.toThrow('send the secret in the body');
  });

  it('adds a client that signs with a key made for it', async () => {
    const client = await added('PSP_AI', 'private_key_jwt');
    expect(client.client_secret).toBeUndefined();
    expect(await partyOf(client).clientToken('consents', 'AIS')).toMatchObject({ scope: 'AIS' });
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
    expect(await party.clientToken('consents', 'AIS')).toMatchObject({ scope: 'AIS' });
    expect(made).not.toHaveProperty('client_secret');
  });

  it('adds a client with a certificate of its own by its subject; a bank without an authority asks for the subject', async () => {
    const add = ['client', 'add', '--name', 'Of another authority', '--roles', 'PSP_AI', '--redirect-uri', 'http://127.0.0.1/back'];
    const folder = await mkdtemp(join(tmpdir(), 'openbank-operator-'));
    const operatorFile = join(folder, 'operator.json');
    const { caFolder: _, ...content } = operator();
    await writeFile(operatorFile, JSON.stringify(content));
    const outside = openbankOf({ baseUrl: bank.baseUrl, facts: { ...bank.facts, operatorFile } } as typeof bank);
    expect(await outside.openbank(...add, '--auth', 'tls_client_auth')).toMatchObject({
      code: 1,
      err: expect.stringContaining('pass --tls-subject'),
    });

    const tls = (await bank.client({ auth: 'tls_client_auth' })).client.tls!;
    const subject = new X509Certificate(tls.certificate!).subject.split('\n').reverse().join(',');
    expect(await outside.openbank(...add, '--tls-subject', `/${subject}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('must be a distinguished name (RFC 4514)'),
    });
    const made = await outside.json<{ client_id: string }>(...add, '--tls-subject', subject);
    await rm(folder, { recursive: true });
    expect(Object.keys(made)).toEqual(['client_id']);
    const named = { name: '', clientId: made.client_id, roles: [], redirectUri: 'http://127.0.0.1/back' };
    expect(await new ThirdParty(bank.baseUrl, { ...named, tls }).clientToken('consents', 'AIS')).toMatchObject({ scope: 'AIS' });
    const other = (await bank.client({ auth: 'tls_client_auth' })).client.tls!;
    expect(
      (await new ThirdParty(bank.baseUrl, { ...named, tls: other }).requestToken('consents', { grant_type: 'client_credentials' })).status,
    ).toBe(401);
  });

  describe('client', () => {
    const known = async (asked: Parameters<typeof bank.client>[0] = {}): Promise<TestClient> => {
      const client = await bank.client(asked);
      addOwnClient(bank.facts.operatorFile, client.client);
      return client;
    };
    const opens = async (client: TestClient, own: Partial<TestClient['client']> = {}) =>
      (await new ThirdParty(bank.baseUrl, { ...client.client, ...own }).requestToken('consents', { grant_type: 'client_credentials' }))
        .status;

    it("add takes a client's own keys, or the address where it publishes them", async () => {
      const { privateKey } = (await bank.client({ auth: 'private_key_jwt' })).client;
      const folder = await mkdtemp(join(tmpdir(), 'openbank-keys-'));
      await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: [{ ...privateKey, d: undefined }] }));
      const named = ['client', 'add', '--name', 'Own keys', '--roles', 'PSP_AI', '--redirect-uri', 'http://127.0.0.1/back'];
      const made = await json<{ client_id: string }>(...named, '--jwks', join(folder, 'keys.json'));
      await rm(folder, { recursive: true });
      expect(Object.keys(made)).toEqual(['client_id']);
      expect(await partyOf({ ...made, private_key: privateKey }).clientToken('consents', 'AIS')).toMatchObject({ scope: 'AIS' });

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
      expect(await json('client', 'rotate', client.clientId, '--finish')).toEqual({ client_id: client.clientId, finished: true });
      expect([await opens(client), await opens(client, { clientSecret })]).toEqual([401, 200]);
      expect(await json('client', 'rotate', client.clientId, '--finish')).toEqual({ client_id: client.clientId, finished: false });
    });

    it('rotate --finish says what has ended, and whether there was anything to end', async () => {
      const { clientId } = await known();
      const finish = () => openbank('client', 'rotate', clientId, '--finish');
      expect(await finish()).toEqual({ code: 0, out: `${clientId} has no previous credential: there was nothing to end.\n`, err: '' });
      await rotateClient(operator(), clientId, {});
      expect(await finish()).toEqual({ code: 0, out: `The previous credential of ${clientId} is no longer valid.\n`, err: '' });
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
});
