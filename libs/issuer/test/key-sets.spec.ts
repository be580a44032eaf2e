import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type AdapterPayload } from 'oidc-provider';
import { forgetStaleKeys, keySets } from '../src/issuer/key-sets.js';

const key = (kid: string) => ({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid });

interface Store extends Iterable<{ readonly kid: string }> {
  freshUntil: number;
  refresh(): Promise<void>;
}

describe('the keys that a client publishes', () => {
  let published = [key('old')];
  const server = createServer((_, response) => response.end(JSON.stringify({ keys: published })));
  let provider: Provider;
  beforeAll(async () => {
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    const client = {
      client_id: 'c',
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      redirect_uris: [],
      response_types: [],
      grant_types: ['client_credentials'],
    } as AdapterPayload;
    const adapter = () => ({ find: () => Promise.resolve(client) }) as never;
    provider = new Provider('http://127.0.0.1', {
      adapter,
      jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as never] },
      clientDefaults: { id_token_signed_response_alg: 'ES256' },
      features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
      clientAuthMethods: ['private_key_jwt'],
      fetch: keySets({ sandbox: true, baseUrl: 'http://127.0.0.1:8080' }),
    });
    forgetStaleKeys(provider);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const storeOf = async () => ((await provider.Client.find('c')) as unknown as { asymmetricKeyStore: Store }).asymmetricKeyStore;
  const kids = (store: Store) => [...store].map(({ kid }) => kid);

  it('are cached for a minute; after that a removed key is invalid, and the next assertion fetches the current keys', async () => {
    await (await storeOf()).refresh();
    expect(kids(await storeOf())).toEqual(['old']);
    published = [key('new')];
    expect(kids(await storeOf())).toEqual(['old']);

    const store = await storeOf();
    expect(store.freshUntil - Date.now() / 1_000).toBeLessThanOrEqual(61);
    store.freshUntil -= 61;
    expect(kids(await storeOf())).toEqual([]);
    await (await storeOf()).refresh();
    expect(kids(await storeOf())).toEqual(['new']);
  });

  it.each([
    ['http://127.0.0.1:8080', true, 'read'],
    ['https://localhost:8443', true, 'read'],
    ['http://bank.localhost:8080', true, 'read'],
    ['http://[::1]:8080', true, 'read'],
    ['https://sandbox.bank.example', true, 'must be https'],
    ['http://localhost.bank.example', true, 'must be https'],
    ['http://192.168.1.5:8080', true, 'must be https'],
    ['http://127.0.0.1:8080', false, 'must be https'],
  ])('are read on the own machine by a bank at %s only where it is a sandbox (%s) of this machine', async (baseUrl, sandbox, outcome) => {
    const read = keySets({ sandbox, baseUrl })(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(
      await read.then(
        () => 'read',
        (error: Error) => error.message,
      ),
    ).toBe(outcome);
  });
});
