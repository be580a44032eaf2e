import { proofTimeFault } from '@open-banking/access';
import { decodeJwt } from 'jose';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';

type Claims = Readonly<Record<string, unknown>>;

/**
 * Refuses a DPoP proof that is too far from now. oidc-provider 9.13.3 accepts 300 seconds; before it verifies a proof, wherever it reads
 * one, it asks whether the request needs a nonce, and this is the answer: never.
 */
export function refuseUntimelyProof(ctx: KoaContextWithOIDC): false {
  const fault = timeFault(claimsOf(ctx.get('dpop')), Date.now() / 1_000);
  if (fault !== undefined) throw new errors.InvalidDpopProof(fault);
  return false;
}

/** RFC 9449 §4.2 has no `nbf`, but jose compares it, without a tolerance, and oidc-provider does not say so. */
function timeFault(claims: Claims | undefined, nowSeconds: number): string | undefined {
  if (!claims) return undefined;
  const { iat, nbf } = claims;
  const isEarly = typeof nbf === 'number' && nbf > Math.floor(nowSeconds);
  return proofTimeFault(iat, nowSeconds) ?? (isEarly ? 'nbf is in the future: leave it out, iat is enough.' : undefined);
}

/** Undefined where it is no JWT: oidc-provider refuses it next. */
function claimsOf(proof: string): Claims | undefined {
  try {
    return decodeJwt(proof);
  } catch {
    return undefined;
  }
}
