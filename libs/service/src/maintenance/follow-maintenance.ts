import { setTimeout as pause } from 'node:timers/promises';
import type { InternalCalls } from '@open-banking/access';
import { maintenanceContracts } from '@open-banking/contracts';
import type { AnnouncedMaintenance } from './announced-maintenance.js';

/**
 * Between two questions of which the first was answered at once. With `ownEveryMs` of ais-pis: an announcement is known within five
 * seconds.
 */
const answeredMs = 900;
const failedMs = 4_000;

/**
 * Keeps what a service knows of announced maintenance up to date, until `signal` says to stop: ais-pis answers when it knows of other
 * windows. While it does not answer, what was known last stays known.
 */
export async function followMaintenance(
  maintenance: AnnouncedMaintenance,
  calls: InternalCalls,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    const askedAt = performance.now();
    let minMs = answeredMs;
    try {
      const body = maintenance.version === undefined ? {} : { known: maintenance.version };
      const answer = await calls.call('ais-pis', maintenanceContracts.awaitMaintenance, { body });
      if (answer) maintenance.know(answer.windows);
      else {
        // An ais-pis of the previous release does not know the operation that waits.
        minMs = failedMs;
        maintenance.know((await calls.call('ais-pis', maintenanceContracts.readAnnouncedMaintenance, {}))?.windows ?? []);
      }
    } catch (error) {
      minMs = failedMs;
      if (maintenance.version !== undefined) onFault(error);
    }
    const pauseMs = minMs - (performance.now() - askedAt);
    if (pauseMs > 0) await pause(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
