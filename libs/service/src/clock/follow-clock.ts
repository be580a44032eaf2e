import { setTimeout as pause } from 'node:timers/promises';
import type { InternalCalls } from '@open-banking/access';
import type { RecurringTask } from '@open-banking/commands';
import { clockContracts } from '@open-banking/contracts';
import type { SandboxClock } from './sandbox-clock.js';

const everyMs = 1_000;
/** Within a second, with other work of the same interval (`look-for-jobs`). */
const ownEveryMs = 900;
const untilHeardMs = 100;
/** An offset that no clock has, so that the server answers immediately instead of waiting for a change. */
const unreachedOffsetMs = -1;

/** How far the clock was moved, as someone else knows it. May answer late, when it is moved further than `settledMs`. */
type AskOffset = (settledMs: number) => Promise<number>;

/**
 * Keeps the clock where it is moved to, until `signal` says to stop. Who cannot be asked is asked again; until
 * then the clock stays where it was. A service that starts before ais-pis answers asks more often: without ais-pis it
 * serves nobody anyway, as no token can be looked at.
 */
export async function followClock(
  clock: SandboxClock,
  ask: AskOffset,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<void> {
  let heard = false;
  while (!signal.aborted) {
    const askedAt = performance.now();
    try {
      await clock.moveTo(await ask(heard ? clock.settledMs : unreachedOffsetMs));
      heard = true;
    } catch (error) {
      if (heard) onFault(error);
    }
    // An answer that took its time was waited for already.
    const pauseMs = heard ? everyMs - (performance.now() - askedAt) : untilHeardMs;
    if (pauseMs > 0) await pause(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Puts the clock where the sandbox has moved it, and keeps it there. A service that stores the offset itself (`own`) is at the
 * right time from its first request on, and the task that is returned looks whether another replica has moved it; the others wait for
 * ais-pis to say so.
 */
export async function followSandboxClock(
  sandboxClock: SandboxClock,
  own: (() => Promise<number>) | undefined,
  calls: InternalCalls,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<readonly RecurringTask[]> {
  if (!own) {
    void followClock(sandboxClock, (settledMs) => offsetAtAisPis(calls, settledMs), signal, onFault);
    return [];
  }
  const run = async (): Promise<void> => sandboxClock.moveTo(await own());
  await run();
  return [{ task: 'follow-clock', everyMs: ownEveryMs, run }];
}

/** An ais-pis of the previous release does not know the operation that waits. */
async function offsetAtAisPis(calls: InternalCalls, settledMs: number): Promise<number> {
  const state =
    (await calls.call('ais-pis', clockContracts.awaitClock, { body: { offsetMs: settledMs } })) ??
    (await calls.call('ais-pis', clockContracts.readClock, {}));
  return state?.offsetMs ?? 0;
}
