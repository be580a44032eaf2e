import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCredential, runningBank } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { SelfRegistered } from '@open-banking/ais-pis-testing/a-registration';

describe.each(['baseline', 'fapi2'] as const)('a client with a jwks_uri, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });
  let keys: object;
  let requested: string[] = [];
  const answers: Record<string, RequestListener> = {
    '/keys': (_, response) => response.end(JSON.stringify(keys)),
    '/private': (_, response) => response.end(JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'x' }] })),
    '/page': (_, response) => response.end('<html>'),
    '/list': (_, response) => response.end('[]'),
    '/moved': (_, response) => response.writeHead(302, { location: '/keys' }).end(),
    '/absent': (_, response) => response.writeHead(404).end(),
    '/large': (_, response) => response.end(Buffer.alloc(70_000)),
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, home);
    requested.push(pathname);
    answers[pathname]!(request, response);
  });
  let home: string;
  beforeAll(async () => {
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    requested = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A client with a jwks_uri and one of its private keys. */
  async function publishing(path: string) {
    const { registration, own } = await createCredential({ operatorKey: {} }, 'private_key_jwt');
    keys = registration['jwks'] as object;
    // A new address for each client: one that was fetched for another client is not fetched again at once.
    const address = `${home}${path}?${randomUUID()}`;
    const self = await SelfRegistered.register(bank, {
      jwks: undefined,
      jwks_uri: address,
      token_endpoint_auth_method: 'private_key_jwt',
    });
    const { client } = self;
    Object.assign(client.client, { privateKey: own.privateKey, clientSecret: undefined });
    return {
      self,
      address,
      token: (issuer: 'consents' | 'mandates' = 'consents') => client.requestToken(issuer, { grant_type: 'client_credentials' }),
    };
  }

  it('is authenticated by its published keys at each issuer, which fetches them once and not at registration', async () => {
    const { self, token, address } = await publishing('/keys');
    expect(requested).toEqual([]);
    expect(self.registered).toMatchObject({ jwks_uri: address, token_endpoint_auth_method: 'private_key_jwt' });
    for (let times = 0; times < 3; times += 1) expect(await token()).toAnswer(200);
    expect(requested).toEqual(['/keys']);
    expect(await token('mandates')).toAnswer(200);
    expect(requested).toEqual(['/keys', '/keys']);
  });

  it('is refused with a key that it does not publish', async () => {
    const { self, token } = await publishing('/keys');
    const { own } = await createCredential({ operatorKey: {} }, 'private_key_jwt');
    expect(await token()).toAnswer(200);
    const stranger = self.client;
    Object.assign(stranger.client, { privateKey: own.privateKey, clientSecret: undefined });
    expect(await stranger.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(401, { error: 'invalid_client' });
  });

  it.each([
    ['/private', 'has a private key in it'],
    ['/page', 'is not a set of keys'],
    ['/list', 'is not a set of keys'],
    ['/moved', 'redirects'],
    ['/absent', 'answers 404'],
    ['/large', 'is larger than 64 KiB'],
  ])('gets the reason if %s is not a key set; it is not fetched again immediately', async (path, why) => {
    const { token } = await publishing(path);
    for (let times = 0; times < 3; times += 1) {
      expect(await token()).toAnswer(401, {
        error: 'invalid_client',
        error_description: expect.stringContaining(`the keys at jwks_uri cannot be read: ${why}`) as unknown,
      });
    }
    expect(requested).toEqual([path]);
    const { token: good } = await publishing('/keys');
    expect(await good()).toAnswer(200);
  });

  it('gets the reason if its jwks_uri does not respond', async () => {
    const { token, self } = await publishing('/keys');
    expect(await token()).toAnswer(200);
    expect(await self.manage('PUT', { ...self.updatableMetadata, jwks_uri: 'http://127.0.0.1:9/keys' })).toAnswer(200);
    expect(await token()).toAnswer(401, {
      error: 'invalid_client',
      error_description: expect.stringContaining('cannot be reached') as unknown,
    });
  });
});
