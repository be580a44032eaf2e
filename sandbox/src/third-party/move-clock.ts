import { setTimeout as pause } from 'node:timers/promises';
import { clockInternal, services, type Service } from '@open-banking/spec';
import type { OperatorFile } from '../bank/operator-file.js';
import { succeeded } from './exchange.js';
import { internalCall } from './internal-call.js';

/** How late it is in a service; `settledMs` is how far it has done what became due. */
export interface ClockShown {
  readonly now: string;
  readonly today: string;
  readonly offsetMs: number;
  readonly settledMs: number;
}

type Bank = Pick<OperatorFile, 'internal' | 'operatorKey'>;

export const readClock = async (bank: Bank, service: Service = 'ais-pis'): Promise<ClockShown> =>
  succeeded('clock', await internalCall(bank, service, clockInternal.readClock));

const patienceMs = 5_000;
const everyMs = 50;

/** Moves the clock forward and waits until every service that runs has heard of it and done what became due. */
export async function moveClock(bank: Bank, by: string): Promise<ClockShown> {
  const moved = succeeded<ClockShown>('clock advance', await internalCall(bank, 'ais-pis', clockInternal.advanceClock, { by }));
  await Promise.all(services.map((service) => heard(bank, service, moved.offsetMs)));
  return moved;
}

async function heard(bank: Bank, service: Service, offsetMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    // One that does not run hears of it when it starts.
    const there = await readClock(bank, service).catch(() => undefined);
    if (!there || there.settledMs >= offsetMs) return;
    if (performance.now() > until)
      throw new Error(`The clock is moved, but ${service} has not followed within ${patienceMs / 1_000} s; see its log.`);
    await pause(everyMs);
  }
}
