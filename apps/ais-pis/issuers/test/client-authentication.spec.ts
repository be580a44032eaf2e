import { constants, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addClient, assertion, exchange, runningBank, type HttpResponse, type TestClient } from '@open-banking/testing';
import { randomAddress } from '@open-banking/ais-pis-testing/a-fapi2-client';
import { register, SelfRegistered } from '@open-banking/ais-pis-testing/a-registration';

const now = () => Math.floor(Date.now() / 1_000);
const ask = { grant_type: 'client_credentials', scope: 'AIS' };
const rsaKey = (bits: number) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid: `rsa-${bits}` } };
};

/** Signs a JWT by hand, because libraries refuse a key this short. */
function signedWith(key: KeyObject, header: object, claims: object): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('sha256', Buffer.from(text), { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }).toString('base64url')}`;
}

describe('client authentication', () => {
  const bank = runningBank(['ais-pis']);

  const askFor = (client: TestClient, form: Readonly<Record<string, string>>, authorization?: string): Promise<HttpResponse> =>
    exchange(`${client.issuerOf('consents')}/token`, {
      method: 'POST',
      from: randomAddress(),
      body: new URLSearchParams({ ...ask, ...form }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        ...(authorization !== undefined && { authorization }),
      },
    });
  const basicOf = ({ clientId, client }: TestClient) => `Basic ${Buffer.from(`${clientId}:${client.clientSecret!}`).toString('base64')}`;
  const formOf = ({ clientId, client }: TestClient) => ({ client_id: clientId, client_secret: client.clientSecret! });
  const byAssertion = (client_assertion: string) => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion,
  });

  it('accepts a secret only in the registered place, and tells a client that sends it elsewhere which one that is', async () => {
    const { client: basic } = await SelfRegistered.register(bank, { token_endpoint_auth_method: 'client_secret_basic' });
    const { client: post } = await SelfRegistered.register(bank, { token_endpoint_auth_method: 'client_secret_post' });
    expect(await askFor(basic, {}, basicOf(basic))).toAnswer(200);
    expect(await askFor(post, formOf(post))).toAnswer(200);

    expect(await askFor(basic, formOf(basic))).toAnswer(401, {
      error: 'invalid_client',
      error_description: expect.stringContaining('send the secret in the Authorization header') as unknown,
    });
    expect(await askFor(post, {}, basicOf(post))).toAnswer(401, {
      error: 'invalid_client',
      error_description: expect.stringContaining('send the secret in the body') as unknown,
    });
    // Without the secret, the response reveals nothing about the client.
    expect(await askFor(basic, { ...formOf(basic), client_secret: 'wrong' })).toAnswer(401, {
      error: 'invalid_client',
      error_description: 'client authentication failed',
    });
  });

  it('accepts no secret from a client with keys, and no assertion from a client with a secret', async () => {
    const [keyed, secret] = [await bank.client({ auth: 'private_key_jwt' }), await bank.client()];
    const own = await assertion(keyed.client, keyed.issuerOf('consents'));
    expect(await askFor(keyed, byAssertion(own))).toAnswer(200);
    expect(await askFor(keyed, { client_id: keyed.clientId, client_secret: 'x' })).toAnswer(401, { error: 'invalid_client' });
    const others = await assertion({ ...keyed.client, clientId: secret.clientId }, secret.issuerOf('consents'));
    expect(await askFor(secret, byAssertion(others))).toAnswer(401, { error: 'invalid_client' });
  });

  it('accepts a secret in the body from a client that an operator has added for that', async () => {
    const client = await bank.client({ auth: 'client_secret_post' });
    expect(await client.clientToken('consents', 'AIS')).toMatchObject({ scope: 'AIS' });
    expect(await askFor(client, formOf(client))).toAnswer(200);
    expect(await askFor(client, {}, basicOf(client))).toAnswer(401, { error: 'invalid_client' });
  });

  it('accepts an assertion that expires within an hour, and names that limit if it expires later', async () => {
    const client = await bank.client({ auth: 'private_key_jwt' });
    const made = (seconds: number) => assertion(client.client, client.issuerOf('consents'), { iat: now(), exp: now() + seconds });
    expect(await askFor(client, byAssertion(await made(3_600)))).toAnswer(200);
    for (const seconds of [3_700, 86_400 * 365]) {
      expect(await askFor(client, byAssertion(await made(seconds)))).toAnswer(401, {
        error: 'invalid_client',
        error_description: expect.stringContaining('exp of the client_assertion may be at most 60 minutes ahead: it is') as unknown,
      });
    }
  });

  it('accepts an assertion once, until its end, and says of a second time that it was used', async () => {
    const client = await bank.client({ auth: 'private_key_jwt' });
    const made = await assertion(client.client, client.issuerOf('consents'), { exp: now() + 3_600 });
    expect(await askFor(client, byAssertion(made))).toAnswer(200);
    const { rows } = await bank
      .database('ais-pis')
      .query<{ minutes: number }>(
        `select extract(epoch from expires_at - now())::float8 / 60 as minutes from artifact where kind = 'ReplayDetection' and payload->>'iss' = $1`,
        [client.clientId],
      );
    expect(rows).toEqual([{ minutes: expect.closeTo(61, 0) as unknown }]);
    expect(await askFor(client, byAssertion(made))).toAnswer(401, {
      error: 'invalid_client',
      error_description: 'the client_assertion was used before: sign one with a new jti for each request',
    });
  });

  it('refuses RSA keys of fewer than 2048 bits at registration, at the command line and in an update', async () => {
    const [short, long] = [rsaKey(1_024), rsaKey(2_048)];
    const keyed = (jwk: object) => ({
      redirect_uris: ['https://tpp.example/back'],
      client_name: 'Short keys',
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [jwk] },
    });
    expect(await register(bank, keyed(long.jwk))).toAnswer(201);
    expect(await register(bank, keyed(short.jwk))).toAnswer(400, {
      error: 'invalid_client_metadata',
      error_description: 'jwks/keys/0: is an RSA key of 1024 bits; at least 2048 are required',
    });

    const self = await SelfRegistered.register(bank, keyed(long.jwk));
    expect(await self.manage('PUT', { ...self.updatableMetadata, jwks: { keys: [long.jwk, short.jwk] } })).toAnswer(400, {
      error_description: expect.stringContaining('jwks/keys/1: is an RSA key of 1024 bits') as unknown,
    });

    const added = (jwk: object) =>
      addClient(bank.operator, { name: 'Keys', roles: ['PSP_AI'], redirectUri: 'http://127.0.0.1/back', keys: { jwks: { keys: [jwk] } } });
    await expect(added(long.jwk)).resolves.toHaveProperty('clientId');
    await expect(added(short.jwk)).rejects.toThrow('is an RSA key of 1024 bits');
  });

  it('refuses an RSA key of fewer than 2048 bits from jwks_uri when it is used, and accepts a longer one from the same set', async () => {
    const [short, long] = [rsaKey(1_024), rsaKey(2_048)];
    const server = createServer((_, response) => response.end(JSON.stringify({ keys: [short.jwk, long.jwk] })));
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    try {
      const { client } = await SelfRegistered.register(bank, {
        token_endpoint_auth_method: 'private_key_jwt',
        jwks_uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      });
      const signed = ({ privateKey, jwk }: typeof short) => {
        const claims = {
          iss: client.clientId,
          sub: client.clientId,
          aud: client.issuerOf('consents'),
          jti: randomUUID(),
          iat: now(),
          exp: now() + 60,
        };
        return askFor(client, byAssertion(signedWith(privateKey, { alg: 'PS256', kid: jwk.kid }, claims)));
      };
      expect(await signed(long)).toAnswer(200);
      expect(await signed(short)).toAnswer(401, {
        error: 'invalid_client',
        error_description: 'the client_assertion is signed with an RSA key of 1024 bits: at least 2048 are required',
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
