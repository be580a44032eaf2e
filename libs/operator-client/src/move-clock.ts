import type { ClockState } from '@open-banking/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { clockInternal, services, type Service } from '@open-banking/spec';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { expectSuccess } from './exchange.js';
import { internalCall } from './internal-call.js';

type Bank = Pick<OperatorFile, 'internal' | 'operatorKey'>;

export const readClock = async (bank: Bank, service: Service = 'ais-pis'): Promise<ClockState> =>
  expectSuccess('clock', await internalCall(bank, service, clockInternal.readClock));

const timeoutMs = 5_000;
const pollMs = 50;

/** Moves the clock forward and waits until every running service has followed and run its due jobs. */
export async function moveClock(bank: Bank, by: string): Promise<ClockState> {
  const moved = expectSuccess<ClockState>('clock advance', await internalCall(bank, 'ais-pis', clockInternal.advanceClock, { by }));
  await Promise.all(services.map((service) => waitUntilFollowed(bank, service, moved.offsetMs)));
  return moved;
}

async function waitUntilFollowed(bank: Bank, service: Service, offsetMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    // A service that is down follows when it starts.
    const state = await readClock(bank, service).catch(() => undefined);
    if (!state || state.settledMs >= offsetMs) return;
    if (performance.now() > deadline)
      throw new Error(`The clock was moved, but ${service} has not followed within ${timeoutMs / 1_000} s; see its log.`);
    await pause(pollMs);
  }
}
