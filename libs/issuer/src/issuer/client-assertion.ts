import { clientClockSeconds } from '@open-banking/access';
import { isFapi2, type Profile } from '@open-banking/config';
import { signingAlgorithms } from '@open-banking/spec';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import type { IssuerFacts } from '../issuer-facts.js';
import { AuthenticationRefused } from './client-authentication.js';

type Claims = Readonly<Record<string, unknown>>;

/** The terms that an assertion is held to. None depends on its client, or on whether there is one. */
export interface AssertionTerms {
  readonly issuer: string;
  readonly profile: Profile;
  /** The values of `aud` that profile `baseline` accepts: the issuer and its endpoints (RFC 7523 §3). */
  readonly audiences: ReadonlySet<string>;
  readonly nowSeconds: number;
}

/** The identifier of an assertion (`jti`) is stored for as long. Authlib signs for an hour (measured with 1.9.10). */
const maxAssertionSeconds = 3_600;
/** Time that an assertion is accepted after its `exp`: for networks, and for clocks that are behind. */
const expiryToleranceSeconds = 15;
/** RFC 7518 §3.3, §3.5. An RSA signature is as long as its key. */
const minRsaBits = 2_048;

/** Says what is wrong with a client assertion itself (RFC 7523 §3), for any client; undefined where only the client's keys can decide. */
export function assertionFault(assertion: string, terms: AssertionTerms): string | undefined {
  const decoded = decode(assertion);
  if (!decoded) return 'client_assertion must be a signed JWT (RFC 7523)';
  const { header, claims } = decoded;
  const faults: readonly (readonly [isWrong: boolean, text: string])[] = [
    [!isStrong(header['alg']), `alg of the client_assertion must be ${signingAlgorithms.join(' or ')}`],
    ...rsaKeyFaults(header, assertion),
    [claims['iss'] !== claims['sub'], 'iss and sub of the client_assertion must both be the client_id'],
    [
      !isForIssuer(claims['aud'], terms),
      `aud of the client_assertion must be ${terms.issuer}${isFapi2(terms.profile) ? ', as one string' : ''}`,
    ],
    [!isText(claims['jti']), 'jti of the client_assertion is missing: it must be a text, new for each request'],
    ...timeFaults(claims, terms.nowSeconds),
  ];
  return faults.find(([isWrong]) => isWrong)?.[1];
}

function decode(assertion: string): { readonly header: Claims; readonly claims: Claims } | undefined {
  try {
    return { header: decodeProtectedHeader(assertion), claims: decodeJwt(assertion) };
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isStrong = (alg: unknown): boolean => (signingAlgorithms as readonly unknown[]).includes(alg);

/** No library verifies so short a key, and oidc-provider 9.13.3 does not say why. */
function rsaKeyFaults({ alg }: Claims, assertion: string): (readonly [isWrong: boolean, text: string])[] {
  if (!String(alg).startsWith('PS')) return [];
  const bits = Buffer.from(assertion.split('.')[2] ?? '', 'base64url').length * 8;
  return [[bits < minRsaBits, `the client_assertion is signed with an RSA key of ${bits} bits: at least ${minRsaBits} are required`]];
}

/** FAPI 2.0 §5.3.2.1 takes the issuer as one string, and nothing else. */
const isForIssuer = (aud: unknown, { issuer, profile, audiences }: AssertionTerms): boolean =>
  isFapi2(profile) ? aud === issuer : [aud].flat().some((one) => audiences.has(one as string));

function timeFaults({ exp, nbf, iat }: Claims, nowSeconds: number): (readonly [isWrong: boolean, text: string])[] {
  const here = `it is ${nowSeconds} here`;
  const future = ([name, value]: [string, unknown]): readonly [boolean, string] =>
    typeof value === 'number'
      ? [
          value > nowSeconds + clientClockSeconds,
          `${name} of the client_assertion is more than ${clientClockSeconds} seconds ahead: ${here}`,
        ]
      : [value !== undefined, `${name} of the client_assertion must be a time in seconds since 1970-01-01T00:00:00Z, or left out`];
  if (typeof exp !== 'number') return [[true, 'exp of the client_assertion must be a time in seconds since 1970-01-01T00:00:00Z']];
  return [
    [exp + expiryToleranceSeconds <= nowSeconds, `exp of the client_assertion is past: ${here}`],
    [
      exp > nowSeconds + maxAssertionSeconds + clientClockSeconds,
      `exp of the client_assertion may be at most ${maxAssertionSeconds / 60} minutes ahead: ${here}`,
    ],
    ...Object.entries({ nbf, iat }).map(future),
  ];
}

/**
 * Refuses an assertion for what is wrong with itself before its client is looked up, in the call with which oidc-provider looks: the
 * answer and the work behind it are the same whether there is such a client or not.
 */
export function judgeAssertions(provider: Provider, { issuer, profile }: Pick<IssuerFacts, 'issuer' | 'profile'>): void {
  const find = provider.Client.find.bind(provider.Client);
  provider.Client.find = async (id: string) => {
    const { oidc } = (Provider.ctx ?? {}) as Partial<KoaContextWithOIDC>;
    const assertion = oidc?.client === undefined ? oidc?.params?.['client_assertion'] : undefined;
    if (typeof assertion === 'string') {
      const audiences = oidc!.clientJwtAuthExpectedAudience();
      const fault = assertionFault(assertion, { issuer, profile, audiences, nowSeconds: Math.floor(Date.now() / 1_000) });
      if (fault !== undefined) throw new AuthenticationRefused(fault);
    }
    return find(id);
  };
}
