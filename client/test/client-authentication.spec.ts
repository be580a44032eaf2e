import { generateKeyPairSync } from 'node:crypto';
import { addClient, runningBank, type TestClient } from '@open-banking/testing';
import type { CustomerAccess, Settings } from '../src/index.js';
import { approve, consentForAll, recordingClient, type Connected } from './connected.js';
import { services } from '@open-banking/spec';

const dpopKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

describe.each(['baseline', 'fapi2'] as const)('a client of the package, in profile %s', (profile) => {
  const running = runningBank(services, { profile });

  const clientCredentials = ({ client }: TestClient): Pick<Settings, 'authentication' | 'tls'> => ({
    authentication: client.privateKey
      ? { method: 'private_key_jwt', privateKey: client.privateKey as { kty: string } }
      : { method: 'tls_client_auth' },
    ...(client.tls && { tls: { certificate: client.tls.certificate!, privateKey: client.tls.privateKey!, ca: client.tls.ca } }),
  });

  async function reads(client: Connected): Promise<CustomerAccess<'consents'>> {
    const { consentId } = await client.bank.createConsent({ body: consentForAll });
    const authorization = await client.bank.authorize('consents', consentId);
    expect(authorization.url.includes('request_uri=')).toBe(profile === 'fapi2');
    const customer = await client.bank.finish(authorization, await approve(running.demo, authorization));
    expect((await customer.listAccounts()).accounts.length).toBeGreaterThan(0);
    return customer;
  }

  it.each([
    { auth: 'private_key_jwt', tokenBinding: 'dpop' },
    { auth: 'private_key_jwt', tokenBinding: 'tls' },
    { auth: 'tls_client_auth', tokenBinding: 'dpop' },
    { auth: 'tls_client_auth', tokenBinding: 'tls' },
  ] as const)('reads and refreshes with $auth and tokens bound by $tokenBinding', async ({ auth, tokenBinding }) => {
    const added = await running.client({ auth, tokenBinding });
    const { clientId, client, from } = added;
    const settings = {
      baseUrl: running.baseUrl,
      clientId,
      redirectUri: client.redirectUri,
      ...clientCredentials(added),
      ...(tokenBinding === 'dpop' && { dpopKey }),
    };
    const own = recordingClient(settings, from);
    const customer = await reads(own);
    expect(customer.grant.tokenType).toBe(tokenBinding === 'dpop' ? 'DPoP' : 'Bearer');
    const later = own.bank.resume({ ...customer.grant, expiresAt: new Date().toISOString() });
    expect((await later.listAccounts({}, { psuIpAddress: '192.0.2.10' })).accounts.length).toBeGreaterThan(0);

    const [assertions, proofs] = [
      own.sent.map(({ body }) => new URLSearchParams(body).get('client_assertion')).filter((one) => one !== null),
      own.sent.map(({ headers }) => headers.get('dpop')).filter((one) => one !== null),
    ];
    expect(assertions.length > 0).toBe(auth === 'private_key_jwt');
    expect(proofs.length > 0).toBe(tokenBinding === 'dpop');
    expect(new Set([...assertions, ...proofs]).size).toBe(assertions.length + proofs.length);
  });

  it('presents its certificate by itself, without a `fetch` of the caller', async () => {
    const added = await running.client({ auth: 'tls_client_auth' });
    const { bank } = recordingClient({
      baseUrl: running.baseUrl,
      clientId: added.clientId,
      redirectUri: added.client.redirectUri,
      ...clientCredentials(added),
      fetch: undefined,
    });
    const { consentId } = await bank.createConsent({ body: consentForAll });
    expect((await bank.readConsentStatus({ consentId })).consentStatus).toBe('received');
    expect(await bank.deleteConsent({ consentId })).toBeUndefined();
  });

  it.each([
    ['PS256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['EdDSA', () => generateKeyPairSync('ed25519')],
    ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ] as const)('signs %s with a key in PEM', async (alg, pair) => {
    const { publicKey, privateKey } = pair();
    const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'mine', use: 'sig', alg }] };
    const redirectUri = 'http://127.0.0.1/back';
    const added = {
      name: 'Signer',
      roles: ['PSP_AI'],
      redirectUri,
      auth: 'private_key_jwt',
      tokenBinding: 'dpop',
      keys: { jwks },
    } as const;
    const { clientId } = await addClient(running.operator, added);
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const authentication = { method: 'private_key_jwt', privateKey: pem, keyId: 'mine' } as const;
    const { bank, sent } = recordingClient({ baseUrl: running.baseUrl, clientId, authentication, dpopKey: pem });
    expect(await bank.createConsent({ body: consentForAll })).toHaveProperty('consentId');
    const assertion = new URLSearchParams(sent.find(({ url }) => url.endsWith('/token'))!.body).get('client_assertion')!;
    expect(JSON.parse(Buffer.from(assertion.split('.')[0]!, 'base64url').toString())).toEqual({ alg, kid: 'mine' });
    await expect(bank.authorize('consents', 'any')).rejects.toThrow('redirectUri');
  });
});
