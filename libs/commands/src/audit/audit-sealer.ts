import type { Database } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import type { WorkerContext, BackgroundWorker } from '../background-worker.js';
import { seal, sealsWaiting, secondsUnsealed } from './audit.statements.js';

/** A row has its seal within a second. The same as of other such work (`look-for-jobs`), so that a process wakes once for all of it. */
const everyMs = 900;
/** Rows a statement: some 0.1 s, far from any time limit. */
const max = 1_000;

/**
 * Has the rows of the audit sealed, one chain for all replicas: every replica asks, the database lets one at a time. Whichever
 * dies, the others go on, and one that starts again seals first what was left.
 */
export class AuditSealer implements BackgroundWorker {
  constructor(private readonly database: Database) {}

  startWork({ gauge }: Pick<WorkerContext, 'gauge'>): Promise<void> {
    gauge(
      { name: 'openbank_audit_unsealed_seconds', help: 'Age of the oldest row of the audit that is not sealed.', labels: [] },
      async () => [{ labels: {}, value: (await this.database.row(secondsUnsealed))?.seconds ?? 0 }],
    );
    return Promise.resolve();
  }

  /** Seals a last time: what a service that stops has written does not wait for the next start. */
  async stopWork(): Promise<void> {
    await this.sealAll().catch(() => undefined);
  }

  @RecurringWork('seal-audit', { everyMs })
  async sealWaiting(): Promise<void> {
    if ((await this.database.row(sealsWaiting))!.any) await this.sealAll();
  }

  /** Returns how many rows were sealed. */
  async sealAll(): Promise<number> {
    for (let all = 0; ;) {
      const { sealed } = (await this.database.row(seal, max))!;
      all += sealed;
      if (sealed < max) return all;
    }
  }
}
