/**
 * The farthest that a client's clock may be from the bank's in what it signs, in seconds: `iat` of DPoP proofs in either direction, `iat`
 * and `nbf` of client assertions and request objects ahead. FAPI 2.0 §5.3.2.1 accepts 10 seconds ahead and refuses more than 60.
 */
export const clientClockSeconds = 60;

/** Says what `iat` of a DPoP proof must be where it does not fit; undefined where it does. `nowSeconds`: since 1970-01-01T00:00:00Z. */
export const proofTimeFault = (iat: unknown, nowSeconds: number): string | undefined =>
  typeof iat === 'number' && Math.abs(nowSeconds - iat) <= clientClockSeconds
    ? undefined
    : `iat must be at most ${clientClockSeconds} seconds from now.`;
