import type { Statement, Transaction } from '@open-banking/database';
import type { WorkerContext, BackgroundWorker } from './background-worker.js';
import { Refusal } from '@open-banking/messages';
import { lockOpenBound } from './open-bounds.statements.js';

/** What of a client's waits for an approval: how many, counted up to the bound, and when the first of them will have waited in vain. */
export interface OpenCount {
  readonly open: number;
  readonly firstEnds: Date | null;
}

/** One bound: `max` things of this kind that one client may have waiting at a time. */
export interface OpenBound {
  readonly kind: 'consents' | 'payments' | 'mandates';
  readonly max: number;
  readonly counted: Statement<OpenCount, [clientId: string, now: Date, max: number]>;
}

/** So many transactions of one client cannot be under way at once: PostgreSQL has fewer connections. */
const maxInProgress = 1_000;

/**
 * Bounds what a client may have waiting for an approval. Exact, also for requests at once: within 1,000 of its bound, a client's
 * creations take turns (an advisory lock until the transaction ends) and each counts what the one before has committed. Further
 * below it nobody waits, as that many transactions cannot be under way. Counting reads an index of the client's own open rows.
 */
export class OpenBoundsService implements BackgroundWorker {
  private readonly refused = new Map<string, number>();

  /** Below so many a creation need not take its turn: it counts by itself. */
  static untilTurns(max: number): number {
    return Math.max(0, max - maxInProgress);
  }

  /** To be called in the transaction that creates one more, before it does. */
  async refuseBeyond(tx: Transaction, clientId: string, now: Date, { kind, max, counted }: OpenBound): Promise<void> {
    let found = await tx.row(counted, clientId, now, max);
    if (found!.open >= OpenBoundsService.untilTurns(max)) {
      await tx.rows(lockOpenBound, `${kind} ${clientId}`);
      found = await tx.row(counted, clientId, now, max);
    }
    const { open, firstEnds } = found!;
    if (open < max) return;
    this.refused.set(kind, (this.refused.get(kind) ?? 0) + 1);
    const retryAfterSeconds = Math.max(1, Math.ceil(((firstEnds ?? now).getTime() - now.getTime()) / 1_000));
    throw new Refusal(
      [
        {
          code: 'ACCESS_EXCEEDED',
          text: `This client has ${max} ${kind} waiting for an approval, which is the most one client may have: wait until customers have answered, or delete what is no longer needed.`,
        },
      ],
      undefined,
      { retryAfterSeconds },
    );
  }

  startWork({ gauge }: WorkerContext): Promise<void> {
    gauge(
      {
        name: 'openbank_open_bound_refusals',
        help: 'Creations refused since the start because the client had too many waiting for an approval.',
        labels: ['kind'],
      },
      () => Promise.resolve([...this.refused].map(([kind, value]) => ({ labels: { kind }, value }))),
    );
    return Promise.resolve();
  }
}
