import { clientClockSeconds } from '@open-banking/access';
import { decodeJwt } from 'jose';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { refuseEmptyDetails } from './rich-requests.js';

type Claims = Readonly<Record<string, unknown>>;

/** FAPI 2.0 Message Signing §5.3.1. */
const longestLifeSeconds = 3_600;

/** The claims that a request object must have: its sender, its audience and its time (RFC 9101 §4, FAPI 2.0 Message Signing §5.3.1). */
export interface RequestObjectTerms {
  readonly clientId: string;
  readonly issuer: string;
  readonly nowSeconds: number;
}

/** The claim of a request object that does not fit, and what would; undefined where all do. */
export function claimFault(claims: Claims, { clientId, issuer, nowSeconds }: RequestObjectTerms): string | undefined {
  const faults: readonly (readonly [isWrong: boolean, text: string])[] = [
    [claims['iss'] !== clientId, `iss must be ${clientId}, the client_id of who sends the request object`],
    [claims['client_id'] !== clientId, `client_id must be ${clientId}, as in the authentication of the client`],
    [![claims['aud']].flat().includes(issuer), `aud must be ${issuer}, this issuer`],
    ...['request', 'request_uri'].map((name) => [claims[name] !== undefined, `${name} must not stand in a request object`] as const),
    [claims['iat'] !== undefined && typeof claims['iat'] !== 'number', `iat must be ${aTime}, or left out`],
    [claims['jti'] !== undefined && typeof claims['jti'] !== 'string', 'jti must be a string, or left out'],
    ...timeFaults(claims, nowSeconds),
  ];
  return faults.find(([isWrong]) => isWrong)?.[1];
}

const aTime = 'a time in seconds since 1970-01-01T00:00:00Z';

/** A request object that is past is refused without a tolerance: its request_uri lives no longer than it, and would have no life left. */
function timeFaults({ nbf, exp, iat }: Claims, nowSeconds: number): (readonly [isWrong: boolean, text: string])[] {
  if (typeof nbf !== 'number') return [[true, `nbf must be ${aTime}`]];
  if (typeof exp !== 'number') return [[true, `exp must be ${aTime}`]];
  return [
    [nbf > nowSeconds + clientClockSeconds, `nbf is in the future: it is ${nowSeconds} here`],
    [typeof iat === 'number' && iat > nowSeconds + clientClockSeconds, `iat is in the future: it is ${nowSeconds} here`],
    [exp <= nowSeconds, `exp is past: it is ${nowSeconds} here`],
    [exp <= nbf || exp - nbf > longestLifeSeconds, `exp must be after nbf and at most ${longestLifeSeconds} seconds later`],
  ];
}

/** Parameters that are JSON (RFC 9396 §2, OpenID Connect Core §5.5) or a number, or that are refused whatever they are. */
const otherThanText = ['authorization_details', 'claims', 'max_age', 'registration', 'request', 'request_uri', 'resource'];
const isText = (value: unknown): boolean => typeof value === 'string';

/**
 * The parameter of a request object that is no text although it must be one (RFC 9101 §4): oidc-provider 9.13.3 makes a text of it, such as
 * `[object Object]`. `names`: of the parameters that the issuer knows; all others are ignored.
 */
export function parameterFault(claims: Claims, names: readonly string[]): string | undefined {
  const given = names.filter((name) => claims[name] !== undefined);
  const wrong = given.find((name) => !otherThanText.includes(name) && !isText(claims[name]));
  if (wrong !== undefined) return `${wrong} must be a string`;
  const { resource = [] } = claims;
  return [resource].flat().every(isText) ? undefined : 'resource must be a string or a list of strings';
}

/** Refuses a request object that is pushed, by its claims; its signature is verified next. */
export function refuseRequestObject(ctx: KoaContextWithOIDC, claims: Claims): void {
  if (ctx.oidc.route !== 'pushed_authorization_request') return;
  const fault = faultIn(ctx, claims);
  if (fault !== undefined) throw new errors.InvalidRequestObject(fault);
  const { authorization_details: details = '' } = claims;
  refuseEmptyDetails(details);
  if (!Array.isArray(details) && !isText(details))
    throw new errors.InvalidAuthorizationDetails('authorization_details must be a JSON array');
}

const faultIn = (ctx: KoaContextWithOIDC, claims: Claims): string | undefined =>
  claimFault(claims, termsOf(ctx)) ?? parameterFault(claims, Object.keys(ctx.oidc.params ?? {}));

/**
 * Why the request object of a pushed request does not fit, where oidc-provider 9.13.3 has refused it without naming the claim, or a list as
 * a parameter given twice.
 */
export function requestObjectFault(ctx: KoaContextWithOIDC): string | undefined {
  const { client, body } = ctx.oidc as { client?: object; body?: { request?: unknown } };
  if (!client || typeof body?.request !== 'string') return undefined;
  try {
    return faultIn(ctx, decodeJwt(body.request));
  } catch {
    return undefined;
  }
}

const termsOf = ({ oidc }: KoaContextWithOIDC): RequestObjectTerms => ({
  clientId: oidc.client!.clientId,
  issuer: oidc.issuer,
  nowSeconds: Math.floor(Date.now() / 1_000),
});
