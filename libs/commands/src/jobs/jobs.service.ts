import type { Transaction } from '@open-banking/database';
import { currentTraceHeaders, currentTraceId } from '@open-banking/telemetry/tracing';
import type { JobKind } from './job.js';
import { addJob, addJobs, keepOrder } from './jobs.statements.js';

interface Added {
  /** Not before this instant, on real time: what is due by the bank's clock is found by `@WhenDue`. */
  readonly after?: Date;
}

/** With the trace of the work that adds the job, if it is recorded: the job continues it. */
const jobJson = (data: object): string => JSON.stringify(currentTraceId() === undefined ? data : { ...data, ...currentTraceHeaders() });

/** Adds jobs in the caller's own transaction: there when it commits, gone when it rolls back. */
export class JobsService {
  /** `wake` tells the workers of this process that a job of a kind has come; those of others find it within a second. */
  constructor(private readonly wake: (kind: string) => void) {}

  /** An ordered kind needs a key: jobs of one key run in the order in which they were added. */
  add<Data extends object>(
    tx: Transaction,
    kind: JobKind<Data, true>,
    data: Data,
    options: Added & { readonly key: string },
  ): Promise<void>;
  add<Data extends object>(tx: Transaction, kind: JobKind<Data, false>, data: Data, options?: Added): Promise<void>;
  async add<Data extends object>(
    tx: Transaction,
    { name, ordered }: JobKind<Data>,
    data: Data,
    { after, key }: Added & { readonly key?: string } = {},
  ): Promise<void> {
    if (ordered) await tx.rows(keepOrder, name, key!);
    const added = await tx.row(addJob, name, jobJson(data), ordered ? key! : null, after ?? null);
    if (!added) throw new Error(`nobody does jobs of the kind ${name}`);
    if (!after)
      tx.afterCommit(() => {
        this.wake(name);
      });
  }

  /** Jobs of this kind are due when this transaction has committed. */
  wakeAfter(tx: Transaction, kind: string): void {
    tx.afterCommit(() => {
      this.wake(kind);
    });
  }

  /**
   * Adds many jobs of an ordered kind in one statement, in their order. The caller has locked what the keys stand for, so
   * nobody adds a job of one of them meanwhile: an advisory lock for each key, as `add` takes, would fill the lock table.
   */
  async addAll<Data extends object>(
    tx: Transaction,
    { name }: JobKind<Data, true>,
    jobs: readonly { readonly key: string; readonly data: Data }[],
  ): Promise<void> {
    if (jobs.length === 0) return;
    const added = await tx.rows(
      addJobs,
      name,
      jobs.map(({ data }) => jobJson(data)),
      jobs.map(({ key }) => key),
    );
    if (added.length === 0) throw new Error(`nobody does jobs of the kind ${name}`);
    tx.afterCommit(() => {
      this.wake(name);
    });
  }
}
