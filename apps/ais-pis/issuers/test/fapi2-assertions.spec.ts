import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { assertion, exchange, internalCall, runningBank } from '@open-banking/testing';
import { directoryInternal, services } from '@open-banking/spec';
import { generateKeyPair, SignJWT } from 'jose';
import { randomAddress, damagedJwt, Fapi2Client, unsignedJwt } from '@open-banking/ais-pis-testing/a-fapi2-client';

const now = () => Math.floor(Date.now() / 1_000);
const ask = { grant_type: 'client_credentials', scope: 'AIS' };
const refused = ({ status, body }: { status: number; body?: unknown }) => ({ status, error: (body as { error?: string }).error });

describe('a client of the issuers in profile fapi2', () => {
  const bank = runningBank(services, { profile: 'fapi2' });
  let tpp: Fapi2Client;
  let other: Fapi2Client;
  beforeAll(async () => {
    [tpp, other] = [await Fapi2Client.of(bank), await Fapi2Client.of(bank)];
  });

  it('is authenticated once by a current assertion for this issuer, signed with its own key', async () => {
    const good = await tpp.assertion();
    expect(await tpp.post('token', ask, { assertion: good })).toAnswer(200);
    // FAPI 2.0 §5.3.2.1 allows for clock differences.
    const ahead = { iat: now() + 50, nbf: now() + 50, exp: now() + 110 };
    expect(await tpp.post('token', ask, { assertion: await tpp.assertion(ahead) })).toAnswer(200);
    expect(await tpp.post('par', tpp.request().form, { assertion: await tpp.assertion(ahead) })).toAnswer(201);
    const stranger = await generateKeyPair('ES256');
    const byStranger = await new SignJWT({
      iss: tpp.client.clientId,
      sub: tpp.client.clientId,
      aud: tpp.endpoint,
      jti: randomUUID(),
      exp: now() + 60,
    })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(stranger.privateKey);
    const wrong: Record<string, string> = {
      'used before': good,
      expired: await tpp.assertion({ iat: now() - 360, exp: now() - 300 }),
      'not yet valid': await tpp.assertion({ nbf: now() + 90, exp: now() + 150 }),
      'issued in the future': await tpp.assertion({ iat: now() + 90, exp: now() + 150 }),
      'for the token endpoint': await tpp.assertion({ aud: `${tpp.endpoint}/token` }),
      'for the PAR endpoint': await tpp.assertion({ aud: `${tpp.endpoint}/par` }),
      'for another audience': await tpp.assertion({ aud: 'https://other.example' }),
      'for several audiences': await tpp.assertion({ aud: [tpp.endpoint, 'https://other.example'] }),
      'for a list of one audience': await tpp.assertion({ aud: [tpp.endpoint] }),
      'for another issuer': await tpp.assertion({ aud: tpp.client.issuerOf('payments') }),
      'without audience': await tpp.assertion({ aud: undefined }),
      'with another key': byStranger,
      "with another client's key": await assertion({ ...other.client.client, clientId: tpp.client.clientId }, tpp.endpoint),
      unsigned: unsignedJwt(await tpp.assertion()),
      damaged: damagedJwt(await tpp.assertion()),
      'with another issuer': await tpp.assertion({ iss: other.client.clientId }),
      'without issuer': await tpp.assertion({ iss: undefined }),
      'without subject': await tpp.assertion({ sub: undefined }),
      'without expiry': await tpp.assertion({ exp: undefined }),
      'without an id': await tpp.assertion({ jti: undefined }),
    };
    for (const [how, given] of Object.entries(wrong)) {
      for (const [endpoint, form] of [
        ['token', ask],
        ['par', tpp.request().form],
      ] as const) {
        // An assertion used at one endpoint is used at all of them.
        const response = await tpp.post(endpoint, form, { assertion: given });
        expect({ how, endpoint, ...refused(response) }).toEqual({ how, endpoint, status: 401, error: 'invalid_client' });
        // RFC 6749 §5.2: the characters allowed in a description.
        expect((response.body as { error_description: string }).error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
      }
    }
    expect(await tpp.post('par', tpp.request().form)).toAnswer(201);
  });

  it('is refused without an assertion, with one of another client or type, or with a secret', async () => {
    for (const [endpoint, form] of [
      ['token', ask],
      ['par', tpp.request().form],
    ] as const) {
      expect(refused(await tpp.post(endpoint, form, { assertion: '' }))).toEqual({ status: 401, error: 'invalid_client' });
      // The client_id differs from the one in the assertion.
      expect(refused(await tpp.post(endpoint, form, { assertion: await tpp.assertion({ sub: other.client.clientId }) }))).toEqual({
        status: 400,
        error: 'invalid_request',
      });
      for (const type of [undefined, 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer'])
        expect([400, 401]).toContain((await tpp.post(endpoint, { ...form, client_assertion_type: type })).status);
      expect([200, 201]).toContain((await tpp.post(endpoint, form)).status);
    }
    const basic = {
      authorization: `Basic ${Buffer.from(`${tpp.client.clientId}:secret`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    };
    expect(
      await exchange(`${tpp.endpoint}/token`, {
        method: 'POST',
        from: randomAddress(),
        headers: basic,
        body: new URLSearchParams(ask).toString(),
      }),
    ).toAnswer(401, { error: 'invalid_client' });
  });

  it('may sign with PS256, ES256 or EdDSA, but not with RS256', async () => {
    const operator = JSON.parse(readFileSync(bank.facts.operatorFile, 'utf8')) as Parameters<typeof internalCall>[0];
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const body = {
      name: 'RSA',
      roles: ['PSP_AI'],
      redirectUris: [],
      authMethod: 'private_key_jwt',
      jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'rsa' }] },
    };
    const {
      body: { client_id: id },
    } = (await internalCall(operator, 'ais-pis', directoryInternal.createClient, body)) as { body: { client_id: string } };
    const signed = (alg: string) =>
      new SignJWT({ iss: id, sub: id, aud: tpp.endpoint, jti: randomUUID(), iat: now(), exp: now() + 60 })
        .setProtectedHeader({ alg, kid: 'rsa' })
        .sign(privateKey);
    for (const [alg, answer] of [
      ['RS256', { status: 401, error: 'invalid_client' }],
      ['RS512', { status: 401, error: 'invalid_client' }],
      ['PS256', { status: 200, error: undefined }],
    ] as const) {
      expect({ alg, ...refused(await tpp.post('token', ask, { clientId: id, assertion: await signed(alg) })) }).toEqual({ alg, ...answer });
    }
  });
});
