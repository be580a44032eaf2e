import type { Database } from '@open-banking/database';
import type { WorkerContext, BackgroundWorker } from '../background-worker.js';
import { seal, unsealed } from './audit.statements.js';

const everyMs = 400;
/** Rows a statement: some 0.1 s, far from any time limit. */
const most = 1_000;
const silentMs = 60_000;

/**
 * Has the rows of the audit sealed, one chain for all replicas: every replica asks, the database lets one at a time. Whichever
 * dies, the others go on, and one that starts again seals first what was left.
 */
export class AuditSealer implements BackgroundWorker {
  private timer?: NodeJS.Timeout;
  private running: Promise<unknown> = Promise.resolve();
  private ended = false;
  private toldAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly database: Database) {}

  startWork({ report, gauge }: Pick<WorkerContext, 'report' | 'gauge'>): Promise<void> {
    gauge({ name: 'audit_unsealed_seconds', help: 'Age of the oldest row of the audit that is not sealed.', labels: [] }, async () => [
      { labels: {}, value: (await this.database.row(unsealed))?.seconds ?? 0 },
    ]);
    this.run(report);
    return Promise.resolve();
  }

  /** Seals a last time: what a service that stops has written does not wait for the next start. */
  async stopWork(): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    await this.running;
    await this.sealAll().catch(() => undefined);
  }

  /** Returns how many rows. */
  async sealAll(): Promise<number> {
    for (let all = 0; ;) {
      const { sealed } = (await this.database.row(seal, most))!;
      all += sealed;
      if (sealed < most) return all;
    }
  }

  private run(report: WorkerContext['report']): void {
    this.running = this.sealAll().catch((error: unknown) => {
      this.tell(report, error);
    });
    void this.running.then(() => {
      if (!this.ended)
        this.timer = setTimeout(() => {
          this.run(report);
        }, everyMs).unref();
    });
  }

  /** A database that is away says so elsewhere, at every request: here once a minute. */
  private tell(report: WorkerContext['report'], error: unknown): void {
    const now = performance.now();
    if (now - this.toldAt < silentMs) return;
    this.toldAt = now;
    report({ event: 'audit not sealed' }, error);
  }
}
