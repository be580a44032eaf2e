import { setTimeout as pause } from 'node:timers/promises';
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
