import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * How long a browser is remembered when the time to answer is over. Nothing can be approved then; but a customer who comes back,
 * by a late press of a button or out of a tab left open, is sent to the client with an error and its `state`.
 */
export const wayBackSeconds = 86_400;

const ends = new WeakMap<KoaContextWithOIDC, Date>();

/** Sets the time by which the request must be approved, whenever its customer is sent here. */
export function mustBeApprovedBy(ctx: KoaContextWithOIDC, end: Date): void {
  ends.set(ctx, end);
}

/** How many seconds an interaction is kept: until its customer must have answered, and the way back. */
export function keptSeconds(ctx: KoaContextWithOIDC, minutes: number, now: Date): number {
  const left = ((ends.get(ctx)?.getTime() ?? Infinity) - now.getTime()) / 1_000;
  return Math.max(1, Math.floor(Math.min(minutes * 60, left))) + wayBackSeconds;
}
