import { hash } from 'node:crypto';
import { Refusal } from '@open-banking/messages';
import { signingAlgorithms } from '@open-banking/spec';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify, type JWTPayload } from 'jose';
import { clientClockSeconds, proofTimeFault } from './client-clock.js';

/** The request and the token that a proof must be for. */
export interface DpopProofRequirements {
  readonly method: string;
  /** The addresses this operation is reached under, without query. */
  readonly addresses: readonly string[];
  readonly token: string;
  readonly now: Date;
}

/** A proof that holds: whose key made it, and its own name. */
export interface DpopProof {
  readonly thumbprint: string;
  readonly jti: string;
}

/** Checks a DPoP proof (RFC 9449 §4.3), all but whether it was seen before. The refusal says which claim does not fit. */
export async function verifyDpopProof(proof: string | undefined, asked: DpopProofRequirements): Promise<DpopProof> {
  if (proof === undefined) throw invalidDpopProof('A proof is required: this token is bound to a key.');
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    algorithms: [...signingAlgorithms],
    typ: 'dpop+jwt',
    clockTolerance: clientClockSeconds,
    currentDate: asked.now,
  }).catch((error: unknown) => {
    throw invalidDpopProof(
      `Must be one JWT of type dpop+jwt, signed with the public key in its header by one of ${signingAlgorithms.join(', ')}.`,
      error,
    );
  });
  const wrong = unfitClaim(payload, asked);
  if (wrong !== undefined) throw invalidDpopProof(wrong);
  return { thumbprint: await calculateJwkThumbprint(protectedHeader.jwk!), jti: payload.jti! };
}

function unfitClaim({ htm, htu, iat, jti, ath }: JWTPayload, { method, addresses, token, now }: DpopProofRequirements): string | undefined {
  if (htm !== method) return `htm must be ${method}.`;
  if (typeof htu !== 'string' || !addresses.map(plain).includes(plain(htu)))
    return 'htu must be the address of this operation, without query.';
  const untimely = proofTimeFault(iat, now.getTime() / 1_000);
  if (untimely !== undefined) return untimely;
  if (typeof jti !== 'string' || jti.length === 0 || jti.length > 256)
    return 'jti must be a text of at most 256 characters, new for each request.';
  if (ath !== hash('sha256', token, 'base64url')) return 'ath must be the SHA-256 of the access token, base64url.';
  return undefined;
}

/** RFC 9449 §4.3: compared without query and fragment, after normalisation. */
function plain(address: string): string | undefined {
  const url = URL.parse(address);
  return url ? url.origin + url.pathname : undefined;
}

export const invalidDpopProof = (text: string, detail?: unknown): Refusal =>
  new Refusal([{ code: 'TOKEN_INVALID', path: 'DPoP', text }], detail, { tokenError: 'invalid_dpop_proof', scheme: 'DPoP' });
