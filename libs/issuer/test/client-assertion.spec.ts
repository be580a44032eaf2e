import { assertionFault, type AssertionTerms } from '../src/issuer/client-assertion.js';

type Part = Readonly<Record<string, unknown>>;

const now = 1_800_000_000;
const issuer = 'https://bank.example/v1.7/oauth/consents';
const terms = (profile: AssertionTerms['profile']): AssertionTerms => ({
  issuer,
  profile,
  audiences: new Set([issuer, `${issuer}/token`]),
  nowSeconds: now,
});
const claims: Part = { iss: 'c', sub: 'c', aud: issuer, jti: 'x', iat: now, exp: now + 60 };
const encoded = (part: Part): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const jwt = (changed: Part = {}, header: Part = {}, signatureBytes = 64): string =>
  [encoded({ alg: 'ES256', ...header }), encoded({ ...claims, ...changed }), Buffer.alloc(signatureBytes).toString('base64url')].join('.');
const faultOf = (assertion: string, profile: AssertionTerms['profile'] = 'fapi2') => assertionFault(assertion, terms(profile));

const here = `it is ${now} here`;
const notATime = 'must be a time in seconds since 1970-01-01T00:00:00Z';

describe('a client assertion', () => {
  it.each<[what: string, assertion: string]>([
    ['for a minute', jwt()],
    ['for an hour, as Authlib signs it', jwt({ exp: now + 3_600 })],
    ['for an hour, by a clock that is a minute ahead', jwt({ iat: now + 60, exp: now + 3_660 })],
    ['by a clock that is a minute ahead', jwt({ iat: now + 60, nbf: now + 60, exp: now + 120 })],
    ['that ended 14 seconds ago', jwt({ exp: now - 14 })],
    ['without iat and nbf', jwt({ iat: undefined })],
    ['signed with an RSA key of 2048 bits', jwt({}, { alg: 'PS256' }, 256)],
    ['with the type of RFC 7523bis', jwt({}, { typ: 'client-authentication+jwt' })],
  ])('%s is left to the keys of its client', (_, assertion) => {
    expect([faultOf(assertion), faultOf(assertion, 'baseline')]).toEqual([undefined, undefined]);
  });

  it.each<[says: string, assertion: string]>([
    [`exp of the client_assertion is past: ${here}`, jwt({ exp: now - 15 })],
    [`exp of the client_assertion may be at most 60 minutes ahead: ${here}`, jwt({ exp: now + 3_661 })],
    [`exp of the client_assertion ${notATime}`, jwt({ exp: undefined })],
    [`exp of the client_assertion ${notATime}`, jwt({ exp: String(now + 60) })],
    [`nbf of the client_assertion is more than 60 seconds ahead: ${here}`, jwt({ nbf: now + 61 })],
    [`nbf of the client_assertion ${notATime}, or left out`, jwt({ nbf: 'now' })],
    [`iat of the client_assertion is more than 60 seconds ahead: ${here}`, jwt({ iat: now + 61 })],
    [`iat of the client_assertion ${notATime}, or left out`, jwt({ iat: null })],
    ...[undefined, '', 7].map((jti): [string, string] => [
      'jti of the client_assertion is missing: it must be a text, new for each request',
      jwt({ jti }),
    ]),
    ...[undefined, 'd'].map((iss): [string, string] => ['iss and sub of the client_assertion must both be the client_id', jwt({ iss })]),
    ['alg of the client_assertion must be PS256 or ES256 or EdDSA or Ed25519', jwt({}, { alg: 'RS256' }, 256)],
    ['alg of the client_assertion must be PS256 or ES256 or EdDSA or Ed25519', jwt({}, { alg: 'none' })],
    ['the client_assertion is signed with an RSA key of 1024 bits: at least 2048 are required', jwt({}, { alg: 'PS256' }, 128)],
    ['client_assertion must be a signed JWT (RFC 7523)', 'x.y.z'],
    ['client_assertion must be a signed JWT (RFC 7523)', `${encoded({})}.x.y`],
  ])('is refused in each profile with the claim and what it must be: %s', (says, assertion) => {
    expect([faultOf(assertion), faultOf(assertion, 'baseline')]).toEqual([says, says]);
  });

  it('names the issuer as one string in profile fapi2, and the issuer or an endpoint of it in baseline', () => {
    const list = [issuer, 'https://other.example'];
    for (const aud of [issuer, [issuer], list, `${issuer}/token`]) expect(faultOf(jwt({ aud }), 'baseline')).toBeUndefined();
    for (const aud of [[issuer], list, `${issuer}/token`, 'https://other.example', undefined, { issuer }])
      expect(faultOf(jwt({ aud }))).toBe(`aud of the client_assertion must be ${issuer}, as one string`);
    for (const aud of ['https://other.example', undefined, [], { issuer }])
      expect(faultOf(jwt({ aud }), 'baseline')).toBe(`aud of the client_assertion must be ${issuer}`);
  });

  it('is described in the characters that an error_description may have', () => {
    for (const assertion of [jwt({ exp: 0 }), jwt({ aud: '"' }), jwt({ jti: '' }), jwt({}, { alg: '"' }), 'x'])
      expect(faultOf(assertion)).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  });
});
