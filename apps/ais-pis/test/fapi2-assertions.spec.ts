import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { assertion, exchange, internalCall, runningBank } from '@open-banking/testing';
import { directoryInternal } from '@open-banking/spec';
import { generateKeyPair, SignJWT } from 'jose';
import { randomAddress, damaged, Fapi2Client, unsigned } from './a-fapi2-client.js';

const now = () => Math.floor(Date.now() / 1_000);
const ask = { grant_type: 'client_credentials', scope: 'AIS' };
const refused = ({ status, body }: { status: number; body?: unknown }) => ({ status, error: (body as { error?: string }).error });

describe('a client of the issuers in profile fapi2', () => {
  const bank = runningBank({ profile: 'fapi2' });
  let tpp: Fapi2Client;
  let other: Fapi2Client;
  beforeAll(async () => {
    [tpp, other] = [await Fapi2Client.of(bank), await Fapi2Client.of(bank)];
  });

  it('is known by an assertion for this issuer, in date, with its own key, once', async () => {
    const good = await tpp.assertion();
    expect(await tpp.post('token', ask, { assertion: good })).toAnswer(200);
    // FAPI 2.0 §5.3.2.1: clocks may differ.
    const ahead = { iat: now() + 8, nbf: now() + 8 };
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
      'not yet': await tpp.assertion({ nbf: now() + 90, exp: now() + 150 }),
      'made in the future': await tpp.assertion({ iat: now() + 90, exp: now() + 150 }),
      'for the token endpoint': await tpp.assertion({ aud: `${tpp.endpoint}/token` }),
      'for the PAR endpoint': await tpp.assertion({ aud: `${tpp.endpoint}/par` }),
      'for somebody else': await tpp.assertion({ aud: 'https://other.example' }),
      'for several': await tpp.assertion({ aud: [tpp.endpoint, 'https://other.example'] }),
      'for one in a list': await tpp.assertion({ aud: [tpp.endpoint] }),
      'for another issuer': await tpp.assertion({ aud: tpp.client.issuerOf('payments') }),
      'for nobody': await tpp.assertion({ aud: undefined }),
      'by another key': byStranger,
      "by another client's key": await assertion({ ...other.client.client, clientId: tpp.client.clientId }, tpp.endpoint),
      'by nobody': unsigned(await tpp.assertion()),
      damaged: damaged(await tpp.assertion()),
      'of another issuer': await tpp.assertion({ iss: other.client.clientId }),
      'of no issuer': await tpp.assertion({ iss: undefined }),
      'of nobody': await tpp.assertion({ sub: undefined }),
      'without end': await tpp.assertion({ exp: undefined }),
      'without a name': await tpp.assertion({ jti: undefined }),
    };
    for (const [how, given] of Object.entries(wrong)) {
      for (const [endpoint, form] of [
        ['token', ask],
        ['par', tpp.request().form],
      ] as const) {
        // Used once at one endpoint, it is used at all.
        const answered = await tpp.post(endpoint, form, { assertion: given });
        expect({ how, endpoint, ...refused(answered) }).toEqual({ how, endpoint, status: 401, error: 'invalid_client' });
        // RFC 6749 §5.2: what a description may consist of.
        expect((answered.body as { error_description: string }).error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
      }
    }
    expect(await tpp.post('par', tpp.request().form)).toAnswer(201);
  });

  it('is nobody without an assertion, with one of another name or type, or with a secret', async () => {
    for (const [endpoint, form] of [
      ['token', ask],
      ['par', tpp.request().form],
    ] as const) {
      expect(refused(await tpp.post(endpoint, form, { assertion: '' }))).toEqual({ status: 401, error: 'invalid_client' });
      // Its client_id says another name than its assertion does.
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

  it('signs with PS256, ES256 or EdDSA, and not by RS256 with a key that could do better', async () => {
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
