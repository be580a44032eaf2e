import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exchange, runningBank, until } from '@open-banking/testing';
import { registrationEndpoints, services } from '@open-banking/spec';
import { register, SelfRegistered } from '@open-banking/ais-pis-testing/a-registration';

const redirect_uris = ['https://tpp.example/back'];
const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };

describe('client metadata', () => {
  const bank = runningBank(services);
  const strict = runningBank(services, { profile: 'fapi2' });
  const log = (): string => join(dirname(bank.facts.keysDir), 'logs', 'ais-pis.log');
  const good = { client_name: 'Budget', redirect_uris };

  it.each<[member: string, list: unknown]>([
    ['redirect_uris', Array(30_000).fill(1)],
    ['redirect_uris', Array(20_000).fill({})],
    ['grant_types', Array(30_000).fill(1)],
    ['response_types', Array(30_000).fill(1)],
    ['roles', Array(30_000).fill(1)],
    ['roles', Array(15_000).fill('a')],
    ['jwks', { keys: Array(30_000).fill(1) }],
  ])('with thousands of faults in %s are refused, and the log lists a hundred of them at most', async (member, list) => {
    const answer = await register(bank, { ...good, [member]: list });
    expect(answer.status).toBe(400);
    const id = answer.headers['x-request-id'] as string;
    const lines = (): string[] =>
      readFileSync(log(), 'utf8')
        .split('\n')
        .filter((line) => line.includes(id));
    await until('the request is in the log', () => lines().length > 0);
    for (const line of lines()) expect((JSON.parse(line) as { faults: unknown[] }).faults.length).toBeLessThanOrEqual(100);
  });

  it.each<[what: string, metadata: unknown, error: string, says: string]>([
    [
      'http outside the sandbox host',
      { ...good, redirect_uris: ['http://tpp.example/back'] },
      'invalid_redirect_uri',
      'redirect_uris/0: must be https',
    ],
    ['a fragment', { ...good, redirect_uris: ['https://tpp.example/#x'] }, 'invalid_redirect_uri', 'has a fragment'],
    ['a user', { ...good, redirect_uris: ['https://me@tpp.example/'] }, 'invalid_redirect_uri', 'user name'],
    ['a javascript URI', { ...good, redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri', 'must be https'],
    [
      'a host that would break the content security policy',
      { ...good, redirect_uris: ['https://a;sandbox/cb'] },
      'invalid_redirect_uri',
      'redirect_uris/0: has a host that is no domain name',
    ],
    ['a string instead of a list', { redirect_uris: 'https://tpp.example/back' }, 'invalid_redirect_uri', 'redirect_uris:'],
    [
      'a code without a redirect URI',
      { grant_types: ['authorization_code'] },
      'invalid_redirect_uri',
      'is required for authorization_code',
    ],
    ['a response type without a redirect URI', { response_types: ['code'] }, 'invalid_redirect_uri', 'is required'],
    ['an unsupported grant', { ...good, grant_types: ['implicit'] }, 'invalid_client_metadata', 'grant_types: implicit'],
    ['an unsupported response type', { ...good, response_types: ['token'] }, 'invalid_client_metadata', 'response_types'],
    [
      'a response type without its grant',
      { ...good, grant_types: ['client_credentials'], response_types: ['code'] },
      'invalid_client_metadata',
      'response_types',
    ],
    [
      'no authentication',
      { ...good, token_endpoint_auth_method: 'none' },
      'invalid_client_metadata',
      'token_endpoint_auth_method: must be client_secret_basic',
    ],
    ['an unknown role', { ...good, roles: ['KING'] }, 'invalid_client_metadata', 'roles/0'],
    ['a scope of another role', { ...good, scope: 'AIS PIS' }, 'invalid_client_metadata', 'scope: PIS'],
    ['a scope with an id', { ...good, scope: 'AIS:3f1c6a4e-9a52-4c1b-8f0e-7c1f0c2d9a11' }, 'invalid_client_metadata', 'scope'],
    ['no keys', { ...good, token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata', 'jwks: is required'],
    [
      'a private key',
      { ...good, token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ ...key, d: 'x' }] } },
      'invalid_client_metadata',
      'jwks/keys/0: is a private key',
    ],
    [
      'an invalid key',
      { ...good, token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'OKP' }] } },
      'invalid_client_metadata',
      'jwks/keys/0',
    ],
    [
      'keys in two places',
      { ...good, token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key] }, jwks_uri: 'https://tpp.example/keys' },
      'invalid_client_metadata',
      'jwks_uri: cannot be combined with',
    ],
    [
      'keys over http',
      { ...good, token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'http://tpp.example/keys' },
      'invalid_client_metadata',
      'jwks_uri: must be https',
    ],
    [
      'keys at a private address',
      { ...good, token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://10.0.0.1/keys' },
      'invalid_client_metadata',
      'jwks_uri: is not a public address',
    ],
    [
      'no certificate subject',
      { ...good, token_endpoint_auth_method: 'tls_client_auth' },
      'invalid_client_metadata',
      'tls_client_auth_subject_dn: is required',
    ],
    [
      'two bindings',
      { ...good, dpop_bound_access_tokens: true, tls_client_certificate_bound_access_tokens: true },
      'invalid_client_metadata',
      'either to a key or to a certificate',
    ],
    ['a name that is too long', { ...good, client_name: 'x'.repeat(101) }, 'invalid_client_metadata', 'client_name'],
    ['a list instead of an object', [], 'invalid_client_metadata', 'JSON object'],
    ['invalid JSON', '{', 'invalid_client_metadata', 'not JSON'],
    ['NUL', { ...good, client_name: 'x\0' }, 'invalid_client_metadata', 'U+0000'],
  ])('is refused for %s', async (_, metadata, error, message) => {
    expect(await register(bank, metadata)).toAnswer(400, { error, error_description: expect.stringContaining(message) as unknown });
    expect(await register(bank, good)).toAnswer(201);
  });

  it('is refused with all its faults at once and the error code of the first', async () => {
    const wrong = { ...good, roles: ['KING'], jwks: { keys: [] }, scope: 5 };
    expect(await register(bank, wrong)).toAnswer(400, {
      error: 'invalid_client_metadata',
      error_description:
        'jwks/keys: Must have at least 1 entry.; scope: Must be a string.; roles/0: Must be one of PSP_AI, PSP_PI, PSP_IC.',
      tppMessages: [
        { code: 'FORMAT_ERROR', path: '/jwks/keys', text: 'Must have at least 1 entry.' },
        { code: 'FORMAT_ERROR', path: '/scope', text: 'Must be a string.' },
        { code: 'FORMAT_ERROR', path: '/roles/0', text: 'Must be one of PSP_AI, PSP_PI, PSP_IC.' },
      ],
    });
    const contrary = { redirect_uris: ['http://tpp.example/back'], grant_types: ['implicit'], scope: 'PIS' };
    expect(await register(bank, contrary)).toAnswer(400, {
      error: 'invalid_client_metadata',
      error_description: expect.stringMatching(
        /^client_name: is required .*; grant_types: implicit .*; scope: PIS .*; redirect_uris\/0: must be https/,
      ) as unknown,
      tppMessages: ['/client_name', '/grant_types', '/scope', '/redirect_uris/0'].map((path) => ({ path })),
    });
    expect(await register(bank, good)).toAnswer(201);
  });

  it.each<[what: string, metadata: object, paths: readonly string[]]>([
    ['a role', { redirect_uris: ['http://x.example'], roles: ['X'] }, ['/roles/0', '/client_name', '/redirect_uris/0']],
    [
      'the grants',
      { client_name: 'Me', redirect_uris: ['http://x.example', 'https://a.b#c'], grant_types: 'x' },
      ['/grant_types', '/redirect_uris/0', '/redirect_uris/1'],
    ],
    ['an entry of a list', { ...good, redirect_uris: [5, 'http://x.example'] }, ['/redirect_uris/0', '/redirect_uris/1']],
    ['a list', { ...good, redirect_uris: 5, scope: 'PIS' }, ['/redirect_uris', '/scope']],
    [
      'a key',
      { ...good, token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [5, { ...key, d: 'x' }] } },
      ['/jwks/keys/0', '/jwks/keys/1'],
    ],
    ['what another member is judged by', { ...good, roles: 'PSP_PI', scope: 'PIS' }, ['/roles']],
    ['the method', { ...good, token_endpoint_auth_method: 5, jwks: { keys: [key] }, client_uri: 5 }, ['/token_endpoint_auth_method']],
  ])('is refused with what contradicts the rules beside a malformed member: %s', async (_, metadata, paths) => {
    const refused = await register(bank, metadata);
    expect(refused).toAnswer(400, { error: paths[0]!.startsWith('/redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata' });
    expect((refused.body as { tppMessages: { path: string }[] }).tppMessages.map(({ path }) => path)).toEqual(paths);
    expect(await register(bank, { ...good, scope: 'PIS', roles: ['PSP_PI'] })).toAnswer(201);
  });

  it('is refused with 400, not 500, for a member named constructor', async () => {
    expect(await register(bank, { ...good, client_name: { constructor: 'x' } })).toAnswer(400, {
      error: 'invalid_client_metadata',
      error_description: 'client_name: Must be a string.',
    });
    expect(await register(bank, { ...good, constructor: 'x' })).toAnswer(201);
  });

  it('may have no secret and no private URI scheme in profile fapi2', async () => {
    const byKey = { ...good, jwks: { keys: [key] } };
    expect(await register(strict, byKey)).toAnswer(201, { token_endpoint_auth_method: 'private_key_jwt', dpop_bound_access_tokens: true });
    expect(await register(strict, { ...good, tls_client_auth_subject_dn: 'CN=tpp,O=Example,C=IL' })).toAnswer(201, {
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_certificate_bound_access_tokens: true,
    });
    for (const method of ['client_secret_basic', 'client_secret_post', 'none'])
      expect(await register(strict, { ...byKey, token_endpoint_auth_method: method })).toAnswer(400, { error: 'invalid_client_metadata' });
    expect(await register(strict, good)).toAnswer(400, {
      error: 'invalid_client_metadata',
      error_description: expect.stringContaining('jwks: is required') as unknown,
    });
    expect(await register(strict, { ...byKey, redirect_uris: ['com.example.app:/back'] })).toAnswer(400, { error: 'invalid_redirect_uri' });
    expect(await register(bank, { ...byKey, redirect_uris: ['com.example.app:/back'] })).toAnswer(201);
  });

  it('is binding: omitted grants and scopes are refused, and tokens are bound as requested', async () => {
    const { client } = await SelfRegistered.register(bank, {
      redirect_uris: undefined,
      grant_types: ['client_credentials'],
      roles: ['PSP_AI', 'PSP_PI'],
      scope: 'loan-services PIS',
    });
    expect(await client.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200, { scope: 'loan-services' });
    expect(await client.requestToken('payments', { grant_type: 'client_credentials' })).toAnswer(200, { scope: 'PIS' });
    expect(await client.requestToken('consents', { grant_type: 'client_credentials', scope: 'AIS' })).toAnswer(400, {
      error: 'invalid_scope',
    });
    expect(await client.requestToken('mandates', { grant_type: 'client_credentials' })).toAnswer(400, { error: 'invalid_scope' });
    expect(
      await client.requestToken('consents', {
        grant_type: 'authorization_code',
        code: 'x',
        redirect_uri: 'https://tpp.example/back',
        code_verifier: 'x'.repeat(43),
      }),
    ).toAnswer(400, { error: 'unauthorized_client' });

    const bound = await SelfRegistered.register(bank, { dpop_bound_access_tokens: true });
    expect((await bound.client.requestToken('consents', { grant_type: 'client_credentials' })).status).toBe(400);
    const proving = bound.client;
    Object.assign(proving.client, { tokenBinding: 'dpop' });
    expect(await proving.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200, { token_type: 'DPoP' });
  });

  it('may change from a secret to a key and back; the earlier credential becomes invalid', async () => {
    const self = await SelfRegistered.register(bank);
    const secret = self.client;
    expect(
      await self.manage('PUT', {
        ...self.updatableMetadata,
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [key] },
        client_secret: undefined,
      }),
    ).toAnswer(200, { jwks: { keys: [key] } });
    expect(await secret.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(401, { error: 'invalid_client' });
    const back = await self.manage('PUT', { ...self.updatableMetadata, client_secret: undefined });
    expect(back).toAnswer(200, {
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: expect.any(String) as unknown,
      client_secret_expires_at: 0,
    });
    expect(await secret.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(401);
    Object.assign(secret.client, { clientSecret: (back.body as { client_secret: string }).client_secret });
    expect(await secret.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200);
  });

  it('is accepted only with the supported HTTP methods and up to the maximum size', async () => {
    const refused = await exchange(bank.baseUrl + registrationEndpoints.registerClient.path);
    expect(refused).toAnswer(405);
    expect(refused.headers['allow']).toBe('POST');
    expect(await register(bank, good, { 'content-type': 'text/plain' })).toAnswer(415, { error: 'invalid_client_metadata' });
    expect((await register(bank, { ...good, client_uri: 'x'.repeat(70_000) })).status).toBe(413);
  });
});
