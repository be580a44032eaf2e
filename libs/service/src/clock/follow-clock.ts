import { setTimeout as pause } from 'node:timers/promises';
import type { InternalCalls } from '@open-banking/access';
import { clockInternal } from '@open-banking/spec';
import type { MovedClock } from './moved-clock.js';

const everyMs = 1_000;
const untilHeardMs = 100;

/**
 * Asks each second how far the clock was moved, until `signal` says to stop. Who cannot be asked is asked again; until
 * then the clock stays where it was. A service that starts before ais-pis answers asks more often: without ais-pis it
 * serves nobody anyway, as no token can be looked at.
 */
export async function followClock(
  clock: MovedClock,
  ask: () => Promise<number>,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<void> {
  let heard = false;
  while (!signal.aborted) {
    try {
      await clock.moveTo(await ask());
      heard = true;
    } catch (error) {
      if (heard) onFault(error);
    }
    await pause(heard ? everyMs : untilHeardMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Puts the clock where the sandbox has moved it, and keeps it there. A service that stores the offset itself (`own`) is at the
 * right time from its first request on; the others ask ais-pis.
 */
export async function keepTime(
  moved: MovedClock,
  own: (() => Promise<number>) | undefined,
  calls: InternalCalls,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<void> {
  if (own) await moved.moveTo(await own());
  const ask = own ?? (async () => (await calls.call<{ offsetMs: number }>('ais-pis', clockInternal.readClock))?.offsetMs ?? 0);
  void followClock(moved, ask, signal, onFault);
}
