import fc, { type Arbitrary } from 'fast-check';
import { parametersOf, type Operation } from '@open-banking/spec';
import type { Behind } from './form-drafts.js';
import { mutationsOf } from './mutations.js';
import { withMutations, type Case } from './operation-drafts.js';

/** Metadata of clients (RFC 7591 §2, RFC 8705, RFC 9449), with values that some are registered with. */
const metadata = fc.record(
  {
    redirect_uris: fc.constantFrom<unknown>(['http://127.0.0.1/back'], ['https://tpp.example/back', 'https://tpp.example/b'], [], 'x'),
    client_name: fc.constantFrom('Fuzz', 'Budget <zq>', '', 'ה'.repeat(80)),
    token_endpoint_auth_method: fc.constantFrom('client_secret_basic', 'private_key_jwt', 'tls_client_auth', 'none', 'x'),
    grant_types: fc.constantFrom<unknown>(['client_credentials'], ['authorization_code', 'refresh_token'], ['password'], 'x'),
    response_types: fc.constantFrom<unknown>(['code'], ['token'], []),
    scope: fc.constantFrom('AIS', 'AIS loan-services PIS MANDATE', 'x'),
    roles: fc.constantFrom<unknown>(['PSP_AI'], ['PSP_AI', 'PSP_PI', 'PSP_IC'], ['PSP_XX'], []),
    contacts: fc.constantFrom<unknown>(['x@tpp.example'], 'x'),
    logo_uri: fc.constantFrom('https://tpp.example/logo', 'x'),
    jwks: fc.constantFrom<unknown>(
      { keys: [] },
      { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'x' }] },
      { keys: [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }] },
      'x',
    ),
    jwks_uri: fc.constantFrom('https://127.0.0.1:1/jwks', 'http://tpp.example/jwks', 'file:///etc/passwd', 'x'),
    software_statement: fc.constantFrom('x', 'a.b.c'),
    tls_client_auth_subject_dn: fc.constantFrom('CN=x', 'x'),
    tls_client_certificate_bound_access_tokens: fc.boolean(),
    dpop_bound_access_tokens: fc.boolean(),
    organization_identifier: fc.constantFrom('PSDDE-BAFIN-123456', 'x'),
    notification_uri: fc.constantFrom('http://127.0.0.1/note', 'x'),
  },
  { requiredKeys: ['redirect_uris', 'client_name'] },
);

/** What the bank registers: of fields drawn at random nearly each has one that it refuses. */
const fitting = fc.record(
  {
    redirect_uris: fc.constantFrom(['http://127.0.0.1/back'], ['https://tpp.example/back', 'https://tpp.example/b']),
    client_name: fc.constantFrom('Fuzz', 'Budget <zq>', 'ה'.repeat(80)),
    token_endpoint_auth_method: fc.constant('client_secret_basic'),
    response_types: fc.constant(['code']),
    contacts: fc.constant(['x@tpp.example']),
  },
  { requiredKeys: ['redirect_uris', 'client_name'] },
);

/** Requests of client registration (RFC 7591 and 7592), whose bodies are JSON. */
export function registrationCases(row: Operation, { params, callers }: Behind): Arbitrary<Case> {
  const hasBody = row.method === 'POST' || row.method === 'PUT';
  const draft = fc
    .record({
      value: fc.oneof(fitting, metadata) as Arbitrary<object>,
      params: fc.record(Object.fromEntries(parametersOf(row.path).map((name) => [name, fc.constantFrom(...(params[name] ?? ['x']))]))),
      caller: fc.constantFrom(row.method === 'POST' ? 'none' : callers[0]!),
    })
    .map(({ value, ...drawn }) => ({
      ...drawn,
      method: row.method,
      path: row.path,
      query: [],
      headers: [['Content-Type', 'application/json'] as const],
      // RFC 7592 §2.2: the registration that is replaced is named again.
      ...(hasBody && { body: { value: row.method === 'PUT' ? { ...value, client_id: drawn.params['clientId'] } : value } }),
    }));
  return withMutations(draft, mutationsOf(hasBody, row.path.includes('{'), callers));
}
