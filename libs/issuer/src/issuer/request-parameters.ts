import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/** A SHA-256 in base64url (RFC 4648 §5): 43 characters, of which the last carries four bits. */
const sha256 = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/** What must be a SHA-256: the key that a code is bound to (RFC 9449 §10), and the challenge of PKCE with S256 (RFC 7636 §4.2). */
const thumbprints: Readonly<Record<string, string>> = {
  dpop_jkt: 'the SHA-256 thumbprint of a key (RFC 7638)',
  code_challenge: 'the SHA-256 of the code_verifier',
};

/** What no text of a request has (RFC 6749 appendix A), and PostgreSQL cannot store: control characters and halves of surrogate pairs. */
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
    const fault = faultOf(name, value);
    if (fault !== undefined) throw new errors.InvalidRequest(fault);
  }
  refuseSecondBinding(ctx);
  if (params['prompt'] === 'none')
    throw new errors.LoginRequired('prompt=none asks for an approval without its customer, and every customer signs in here');
}

/** A token has one binding. oidc-provider issues a code that is bound to a key to any client, and then redeems it neither with a proof nor without. */
function refuseSecondBinding(ctx: KoaContextWithOIDC): void {
  const { params, client } = ctx.oidc;
  if (!client?.tlsClientCertificateBoundAccessTokens) return;
  if (params?.['dpop_jkt'] !== undefined || ctx.get('dpop') !== '')
    throw new errors.InvalidRequest(
      'the tokens of this client are bound to its certificate and never to a key: send neither dpop_jkt nor a DPoP proof',
    );
}

function faultOf(name: string, value: string): string | undefined {
  // JSON, which may have line breaks; its texts are looked at where they are read.
  if (name === 'authorization_details') return undefined;
  if (unprintable.test(value)) return `${name} has a control character or half a surrogate pair`;
  if (name === 'state') return faultOfState(value);
  const what = thumbprints[name];
  return what === undefined || sha256.test(value) ? undefined : `${name} must be ${what} in base64url without padding: 43 characters`;
}

function faultOfState(value: string): string | undefined {
  if (!printableAscii.test(value))
    return 'state may have printable ASCII characters only (VSCHAR, RFC 6749 appendix A.5): encode others, for example as base64url';
  return encodeURIComponent(value).length > longestState ? `state may have ${longestState} characters, percent-encoded` : undefined;
}
