import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import Provider, { type AdapterPayload } from 'oidc-provider';
import { keepKeys, KeySets } from '../src/issuer/key-sets.js';

interface Key {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: object;
}
const key = (kid: string): Key => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid } };
};
const issuer = 'http://127.0.0.1';
const [old, renewed, stranger] = [key('old'), key('new'), key('stranger')];

const servers: Server[] = [];
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A bare oidc-provider with one client, which publishes its keys at an address. */
async function issuerFor(jwksUri: string, sets: KeySets): Promise<string> {
  const client = {
    client_id: 'c',
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: jwksUri,
    redirect_uris: [],
    response_types: [],
    grant_types: ['client_credentials'],
  } as AdapterPayload;
  const provider = new Provider(issuer, {
    adapter: (kind: string) =>
      ({ find: () => Promise.resolve(kind === 'Client' ? client : undefined), upsert: () => Promise.resolve() }) as never,
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as never] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    ttl: { ClientCredentials: 60 },
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    clientAuthMethods: ['private_key_jwt'],
    enabledJWA: { clientAuthSigningAlgValues: ['EdDSA'] },
    fetch: sets.fetch,
  });
  keepKeys(provider, sets);
  return serve(provider.callback() as RequestListener);
}

/** The answer to an assertion that this key signs. */
async function shown(origin: string, { kid, privateKey }: Key, header: { readonly kid?: string } = { kid }): Promise<number> {
  const assertion = await new SignJWT({ iss: 'c', sub: 'c', aud: issuer, jti: randomUUID(), exp: Math.floor(Date.now() / 1_000) + 60 })
    .setProtectedHeader({ alg: 'EdDSA', ...header })
    .sign(privateKey);
  const { status } = await fetch(`${origin}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  });
  return status;
}

describe('the keys that a client publishes', () => {
  let published: readonly Key[];
  let fetches: number;
  let isDown: boolean;
  let nowMs = 0;
  let address: string;
  let [consents, payments] = ['', ''];
  beforeAll(async () => {
    address = await serve((_, response) => {
      fetches += 1;
      response.writeHead(isDown ? 500 : 200).end(JSON.stringify({ keys: published.map(({ jwk }) => jwk) }));
    });
  });
  beforeEach(async () => {
    [published, fetches, isDown] = [[old], 0, false];
    const sets = new KeySets({ sandbox: true, baseUrl: 'http://127.0.0.1:8080' }, () => nowMs);
    [consents, payments] = [await issuerFor(address, sets), await issuerFor(address, sets)];
  });
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('are fetched for the first assertion, once for all issuers of a service, and kept for a minute', async () => {
    expect(fetches).toBe(0);
    for (const origin of [consents, consents, payments]) expect(await shown(origin, old)).toBe(200);
    expect(fetches).toBe(1);
    published = [renewed];
    nowMs += 59_999;
    expect([await shown(consents, old), fetches]).toEqual([200, 1]);
    nowMs += 1;
    expect([await shown(consents, old), fetches]).toEqual([401, 2]);
    expect([await shown(payments, old), await shown(payments, renewed), fetches]).toEqual([401, 200, 2]);
  });

  it('are fetched again at once for a key that is not among them, ten seconds after the last time at the earliest', async () => {
    expect(await shown(consents, old)).toBe(200);
    published = [old, renewed];
    nowMs += 9_999;
    expect([await shown(consents, renewed), await shown(payments, renewed), fetches]).toEqual([401, 401, 1]);
    nowMs += 1;
    expect([await shown(consents, renewed), await shown(payments, renewed), fetches]).toEqual([200, 200, 2]);
    expect([await shown(consents, old), fetches]).toEqual([200, 2]);
  });

  it('are fetched again for a key without a name, or under a name that another key had', async () => {
    expect(await shown(consents, old)).toBe(200);
    published = [renewed];
    nowMs += 10_000;
    expect([await shown(consents, renewed, {}), fetches]).toEqual([200, 2]);
    published = [{ ...old, jwk: { ...old.jwk, kid: 'new' } }];
    nowMs += 10_000;
    expect([await shown(consents, old, { kid: 'new' }), fetches]).toEqual([200, 3]);
  });

  it('are fetched at most once in ten seconds, whoever asks for whatever key at whichever issuer', async () => {
    expect(await shown(consents, old)).toBe(200);
    for (let seconds = 1; seconds <= 60; seconds += 1) {
      nowMs += 1_000;
      const kid = randomUUID();
      const asked = await Promise.all([consents, payments, consents].map((origin) => shown(origin, stranger, { kid })));
      expect(asked).toEqual([401, 401, 401]);
      expect(await shown(consents, old)).toBe(200);
    }
    expect(fetches).toBe(7);
  });

  it('stay known while their address does not answer, which is asked again after 30 seconds', async () => {
    expect(await shown(consents, old)).toBe(200);
    isDown = true;
    nowMs += 10_000;
    expect([await shown(consents, renewed), await shown(consents, old), fetches]).toEqual([401, 200, 2]);
    published = [old, renewed];
    isDown = false;
    nowMs += 29_999;
    expect([await shown(consents, renewed), fetches]).toEqual([401, 2]);
    nowMs += 1;
    expect([await shown(consents, renewed), fetches]).toEqual([200, 3]);
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
    const read = new KeySets({ sandbox, baseUrl }).fetch(address);
    expect(
      await read.then(
        () => 'read',
        (error: Error) => error.message,
      ),
    ).toBe(outcome);
  });
});
