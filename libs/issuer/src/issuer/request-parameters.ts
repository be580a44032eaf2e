import type { Profile } from '@open-banking/config';
import { asDescription } from '@open-banking/messages';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { challengeMethods, responseModesOf, responseTypes } from '../clients.js';

/** A SHA-256 in base64url (RFC 4648 §5): 43 characters, of which the last carries four bits. */
const sha256 = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/**
 * Parameters that must be a SHA-256: the key that a code is bound to (RFC 9449 §10), and the challenge of PKCE with S256 (RFC 7636 §4.2).
 */
const thumbprints: Readonly<Record<string, string>> = {
  dpop_jkt: 'the SHA-256 thumbprint of a key (RFC 7638)',
  code_challenge: 'the SHA-256 of the code_verifier',
};

const inBase64url = 'in base64url without padding: 43 characters';
const challenge = `${thumbprints['code_challenge']!} ${inBase64url}`;

/**
 * Characters that no text of a request has (RFC 6749 appendix A), and PostgreSQL cannot store: control characters and halves of surrogate
 * pairs.
 */
const unprintable = /[\p{Cc}\p{Cs}]/u;

/** VSCHAR of RFC 6749 appendix A.5. */
const printableAscii = /^[\x20-\x7e]*$/;

/** The state comes back in the address of the answer, percent-encoded or in a JWT: one of 16,000 characters fits into no header. */
const longestState = 4_000;

/**
 * Refuses what oidc-provider 9.13.3 takes of an authorization request although nothing can come of it. A pushed one is refused where it is
 * pushed: at the authorization endpoint its customer would be the first to learn of it, and some of it after the approval only.
 */
export function refuseUnfit(ctx: KoaContextWithOIDC): void {
  const { route, params = {} } = ctx.oidc;
  if (route !== 'pushed_authorization_request' && route !== 'authorization') return;
  const texts = Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  for (const [name, value] of texts) {
    const fault = parameterFault(name, value);
    if (fault !== undefined) throw new errors.InvalidRequest(fault);
  }
  refuseSecondBinding(ctx);
  if (params['prompt'] === 'none')
    throw new errors.LoginRequired('prompt=none asks for an approval without its customer, and every customer signs in here');
}

/**
 * Refuses an authorization request that lacks what each must have, or asks to be answered in a way that there is not: with all of it at
 * once, and with what would be right. oidc-provider 9.13.3 reports one, and a response mode where the response type is missing.
 */
export function refuseIncomplete({ oidc: { client, params = {} } }: KoaContextWithOIDC, profile: Profile): void {
  const required: Readonly<Record<string, string>> = {
    response_type: responseTypes.join(' or '),
    client_id: client!.clientId,
    redirect_uri: 'one that the client is registered with',
    code_challenge: challenge,
    code_challenge_method: challengeMethods.join(' or '),
  };
  const missing = Object.entries(required).filter(([name]) => params[name] === undefined);
  const faults = [
    ...missing.map(([name, right]) => `${name} is missing: it must be ${right}`),
    responseModeFault(params['response_mode'], profile),
    challengeFault(params['code_challenge'], params['code_challenge_method']),
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0) throw new errors.InvalidRequest(asDescription(faults.join('; ')));
}

/** Why a request cannot be answered by a response mode: without one it is by `query`. */
function responseModeFault(mode: unknown, profile: Profile): string | undefined {
  if (responseModesOf(profile).includes((mode ?? 'query') as string)) return undefined;
  return mode === undefined ? `response_mode is missing: it ${rightMode(profile)}` : `response_mode ${rightMode(profile)}`;
}

/** Which response mode there is. */
export function rightMode(profile: Profile): string {
  const modes = responseModesOf(profile);
  return `must be ${modes.join(' or ')}${modes.includes('query') ? ', or left out' : ''}`;
}

function challengeFault(given: unknown, method: unknown): string | undefined {
  if (method !== undefined && !challengeMethods.includes(method as string))
    return `code_challenge_method must be ${challengeMethods.join(' or ')}`;
  return given === undefined ? undefined : parameterFault('code_challenge', given as string);
}

/**
 * A token has one binding. oidc-provider issues a code that is bound to a key to any client, and then redeems it neither with a proof nor
 * without.
 */
function refuseSecondBinding(ctx: KoaContextWithOIDC): void {
  const { params, client } = ctx.oidc;
  if (!client?.tlsClientCertificateBoundAccessTokens) return;
  if (params?.['dpop_jkt'] !== undefined || ctx.get('dpop') !== '')
    throw new errors.InvalidRequest(
      'the tokens of this client are bound to its certificate and never to a key: send neither dpop_jkt nor a DPoP proof',
    );
}

function parameterFault(name: string, value: string): string | undefined {
  // JSON, which may have line breaks; its texts are looked at where they are read.
  if (name === 'authorization_details') return undefined;
  if (unprintable.test(value)) return `${name} has a control character or half a surrogate pair`;
  if (name === 'state') return faultOfState(value);
  const what = thumbprints[name];
  return what === undefined || sha256.test(value) ? undefined : `${name} must be ${what} ${inBase64url}`;
}

function faultOfState(value: string): string | undefined {
  if (!printableAscii.test(value))
    return 'state may have printable ASCII characters only (VSCHAR, RFC 6749 appendix A.5): encode others, for example as base64url';
  return encodeURIComponent(value).length > longestState ? `state may have ${longestState} characters, percent-encoded` : undefined;
}
