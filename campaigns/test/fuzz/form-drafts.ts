import fc, { type Arbitrary } from 'fast-check';
import { parametersOf, type Operation } from '@open-banking/spec';
import type { Draft } from './draft.js';
import { junkTexts } from './junk.js';
import { mutationsOf } from './mutations.js';
import type { Fields } from './page-forms.js';
import { withMutations, type Case } from './operation-drafts.js';
import { multipart, multipartOf, writtenFiles } from './written-fields.js';

type Values = Readonly<Record<string, readonly string[]>>;

/** Fields of OAuth (RFC 6749, 7009, 7521, 7591, 7636, 9101, 9126, 9396, 9449, OpenID Connect) with values that some requests have. */
const oauthFields: Values = {
  response_type: ['code', 'token', 'id_token', 'code token', 'none', ''],
  response_mode: ['query', 'fragment', 'form_post', 'jwt', 'web_message'],
  redirect_uri: [
    'http://127.0.0.1/back',
    'https://evil.example/',
    'http://127.0.0.1/back/..',
    'http://127.0.0.1/back#x',
    'javascript:alert(1)',
    '//evil.example',
    'http://127.0.0.1\\@evil.example/',
  ],
  scope: [
    'AIS',
    'PIS',
    'MANDATE',
    'loan-services',
    'openid',
    'offline_access',
    'AIS PIS',
    'AIS:',
    'AIS:00000000-0000-0000-0000-000000000000',
    'x'.repeat(2_000),
  ],
  state: ['x', '<zq>"\'&', 'x'.repeat(1_500)],
  nonce: ['x'],
  code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'x'],
  code_challenge_method: ['S256', 'plain', 's256'],
  code_verifier: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'x'],
  request_uri: ['urn:ietf:params:oauth:request_uri:x', 'https://evil.example/request', 'urn:ietf:params:oauth:request_uri:'],
  request: ['a.b.c', 'eyJhbGciOiJub25lIn0.e30.'],
  prompt: ['none', 'login', 'consent', 'login none'],
  max_age: ['0', '-1', '1e9'],
  ui_locales: ['he', 'en', 'xx', '<zq>'],
  login_hint: ['<zq>', 'demo'],
  id_token_hint: ['a.b.c'],
  claims: ['{"x":', '{"id_token":{"sub":null}}'],
  acr_values: ['x'],
  dpop_jkt: ['x'],
  authorization_details: ['[]', '{}', '[{', '[{"type":"consent"}]', '[{"type":"payment","paymentProduct":"sepa-credit-transfers"}]'],
  resource: ['https://x.example/', 'x'],
  grant_type: [
    'client_credentials',
    'authorization_code',
    'refresh_token',
    'password',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    'urn:ietf:params:oauth:grant-type:device_code',
    '',
  ],
  code: ['x', 'x'.repeat(43)],
  refresh_token: ['x', 'x'.repeat(43)],
  token: ['x', 'x'.repeat(43), 'y'.repeat(5_000)],
  token_type_hint: ['access_token', 'refresh_token', 'x'],
  client_secret: ['x'],
  client_assertion_type: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer', 'x'],
  client_assertion: ['a.b.c', 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4Iiwic3ViIjoieCJ9.'],
  logout_token: ['a.b.c', 'eyJhbGciOiJub25lIn0.e30.'],
  iss: ['https://evil.example'],
  error: ['access_denied', '<zq>'],
};

/** Fields of forms and queries of the pages. */
const pageFields: Values = {
  step: [
    'sign-in',
    'sign-up',
    'new-code',
    'approve',
    'leave-out',
    'save',
    'register',
    'rotate',
    'send',
    'search',
    'confirm',
    '<zq>',
    'refund:x',
  ],
  login: ['demo', '<zq>', 'x'.repeat(300)],
  password: ['x', 'x'.repeat(201)],
  csrf: ['x'],
  code: ['000000', '<zq>', 'x'.repeat(100)],
  about: ['x'],
  account: ['x', '00000000-0000-0000-0000-000000000000'],
  silent: ['cards', 'x'],
  confirmed: ['yes', 'x'],
  lang: ['he', 'en', 'xx', '<zq>'],
  page: ['2', '-1', 'x'],
  cursor: ['x'],
  q: ['<zq>', 'a'],
  email: ['dev@tpp.example', 'x', '<zq>@x', `${'x'.repeat(300)}@tpp.example`],
  name: ['<zq>', 'My App', ''],
  redirectUris: ['http://127.0.0.1/back', 'javascript:alert(1)', '<zq>', 'https://x.example/a\nhttps://y.example/b'],
  jwks: ['{}', '{"keys":[]}', '{"keys":[{"kty":"RSA"}]}', '<zq>'],
  role: ['PSP_AI', 'PSP_XX'],
  status: ['200', '9999', 'x'],
  operation: ['createPayment', 'x'],
  client: ['x'],
  requestId: ['x', '00000000-0000-0000-0000-000000000000'],
  from: ['2027-02-30', '2026-11-25'],
  to: ['2027-02-30', '2026-11-25'],
  amount: ['1', '-1', '1e9', '<zq>'],
  limit: ['1', 'x'],
  request: ['<zq>', '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----'],
  kind: ['tls', 'x'],
  mode: ['fail', 'x'],
};

/** What a page or an endpoint is asked with besides: real values by the names of its fields, parameters and headers. */
export interface Behind {
  readonly fields: Values;
  readonly params: Values;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Values for `Authorization`, by name. */
  readonly callers: readonly string[];
  /** Fields that a request which does its work has; one of them, where there are several. */
  readonly needed?: readonly Fields[];
}

type Pair = readonly [name: string, value: string];

const fitting = (fields: Fields): Pair[] => Object.entries(fields).map(([name, value]) => [name, encodeURIComponent(value)]);

function pairsOf(values: Values, needed: readonly Fields[]): Arbitrary<readonly Pair[]> {
  const names = Object.keys(values);
  const pair = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .oneof({ weight: 3, arbitrary: fc.constantFrom(...values[name]!).map(encodeURIComponent) }, junkTexts)
        .map((value) => [name, value] as const),
    );
  const drawn = fc.oneof(fc.constant([]), { weight: 2, arbitrary: fc.array(pair, { maxLength: 4 }) });
  return fc.constantFrom(...needed).chain((fields) => {
    const whole = fitting(fields);
    const somePairs = fc.subarray(whole, { minLength: Math.max(whole.length - 2, 0) });
    return fc.tuple(fc.oneof(fc.constant(whole), somePairs), drawn).map(([kept, others]) => [...kept, ...others]);
  });
}

const form = 'application/x-www-form-urlencoded';

/** The type of what a form sends, and its bytes. */
function sentBy({ id }: Operation, pairs: readonly Pair[]): { type: string; bytes: Buffer } {
  const file = writtenFiles[id];
  if (file) return { type: multipart, bytes: multipartOf(pairs, file) };
  return { type: form, bytes: Buffer.from(pairs.map(([name, value]) => `${name}=${value}`).join('&')) };
}

/** Requests of an endpoint or page that has no document, in one of its open sessions each. */
export const formCases = (row: Operation, behinds: readonly Behind[]): Arbitrary<Case> =>
  fc.oneof(...behinds.map((behind) => casesBehind(row, behind)));

/** Each form as its page has it, in each of its open sessions: these do their work, whatever chance draws. */
export const plainCases = (row: Operation, behinds: readonly Behind[]): readonly Case[] =>
  behinds.flatMap((behind) =>
    (behind.needed ?? [{}]).map((fields) => {
      const params = parametersOf(row.path).map((name) => [name, encodeURIComponent(behind.params[name]?.[0] ?? 'x')] as const);
      const drawn = { pairs: fitting(fields), params: Object.fromEntries(params), language: 'en', caller: behind.callers[0]! };
      return { draft: draftOf(row, behind, drawn), mutations: [] };
    }),
  );

interface Drawn {
  readonly pairs: readonly Pair[];
  readonly params: Fields;
  readonly language: string;
  readonly caller: string;
}

function draftOf(row: Operation, { headers }: Behind, { pairs, language, ...drawn }: Drawn): Draft {
  const posts = row.method === 'POST';
  const { type, bytes } = sentBy(row, pairs);
  return {
    ...drawn,
    method: row.method,
    path: row.path,
    query: posts ? [] : pairs,
    headers: [
      ['Accept-Language', language],
      ...(row.kind === 'page' ? [['Accept', 'text/html'] as const] : []),
      ...(posts ? [['Content-Type', type] as const] : []),
      ...headers,
    ],
    ...(posts && { body: { bytes } }),
  };
}

function casesBehind(row: Operation, behind: Behind): Arbitrary<Case> {
  const { fields, params, callers, needed = [{}] } = behind;
  const values = row.kind === 'oauth' ? { ...oauthFields, ...fields } : { ...pageFields, ...fields };
  const drawn = fc.record({
    pairs: pairsOf(values, needed),
    params: fc.record(
      Object.fromEntries(parametersOf(row.path).map((name) => [name, fc.constantFrom(...(params[name] ?? ['x'])).map(encodeURIComponent)])),
    ),
    language: fc.constantFrom('en', 'he', 'xx;q=0.1, *'),
    caller: fc.constantFrom(callers[0]!),
  });
  return withMutations(
    drawn.map((one) => draftOf(row, behind, one)),
    mutationsOf(row.method === 'POST', row.path.includes('{'), callers),
  );
}
