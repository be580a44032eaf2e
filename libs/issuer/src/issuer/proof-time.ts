import { proofTimeFault } from '@open-banking/access';
import { decodeJwt } from 'jose';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/**
 * Refuses a DPoP proof that is too far from now. oidc-provider 9.13.3 accepts 300 seconds; before it verifies a proof, wherever it reads
 * one, it asks whether the request needs a nonce, and this is the answer: never.
 */
export function refuseUntimelyProof(ctx: KoaContextWithOIDC): false {
  const claims = claimsOf(ctx.get('dpop'));
  const fault = claims && proofTimeFault(claims['iat'], Date.now() / 1_000);
  if (fault !== undefined) throw new errors.InvalidDpopProof(fault);
  return false;
}

/** Undefined where it is no JWT: oidc-provider refuses it next. */
function claimsOf(proof: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return decodeJwt(proof);
  } catch {
    return undefined;
  }
}
