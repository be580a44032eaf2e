import { RecurringWork } from '@open-banking/http';
import { purgeAll, type Database, type ReservedConnections } from '@open-banking/database';
import type { WorkerContext, BackgroundWorker } from '../background-worker.js';
import { JobClaims } from './job-claims.js';
import { declareKinds } from './job-claims.statements.js';
import { findJobHandlers, type BoundJobHandler } from './job-handler.decorator.js';
import { JobLane } from './job-lane.js';
import { JobRunner } from './job-runner.js';
import { JobSlots } from './job-slots.js';
import type { JobSettings } from './jobs.settings.js';
import { countJobs, forgetJobs, oldestDueJobs, silentJobs, takeUpJobs } from './jobs.statements.js';

/** Jobs of silent processes are looked for every two seconds: each second time that jobs are. */
const takeUpMs = 1_800;
const forgetMs = 10_000;
/** How often jobs are looked for that no call of `wake` announced: those of other processes, retries, jobs for later. They are found within a second. */
const lookMs = 900;
/** Work seldom comes alone: for a second after a job they are looked for this often, if a lane rests. */
const busyLookMs = 25;
const busyForMs = 1_000;
/** Connections to the database besides the service's own pool, for claiming and settling. A heartbeat must not wait behind requests. */
const reserved = { name: 'jobs', max: 4, timeoutMs: 5_000 };

/** Runs the jobs of a service, and takes up those of processes that have died. */
export class JobWorkers implements BackgroundWorker {
  #context?: WorkerContext;
  #connections?: ReservedConnections;
  #kinds: readonly string[] = [];
  readonly #lanes = new Map<string, readonly JobLane[]>();
  #stopping = false;
  #busyUntil = 0;
  #nextLook?: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly settings: JobSettings,
  ) {}

  async startWork(context: WorkerContext): Promise<void> {
    const handlers = findJobHandlers(context.instances);
    if (handlers.length === 0) return;
    this.#context = context;
    await this.#declare(handlers);
    this.#begin(context, handlers);
    this.#measure(context);
  }

  /** A job of this kind has come: a lane that rests looks for it now, or else the first that is free. */
  wake(kind: string): void {
    const lanes = this.#lanes.get(kind) ?? [];
    const resting = lanes.find(({ busy }) => !busy);
    for (const lane of resting ? [resting] : lanes) lane.wake();
  }

  /** Wakes the lanes of each kind of which a job is due. */
  @RecurringWork('look-for-jobs', { everyMs: lookMs })
  async look(): Promise<void> {
    if (this.#kinds.length === 0) return;
    for (const { kind } of await this.database.rows(oldestDueJobs, this.#kinds)) this.wake(kind);
  }

  /** Frees the jobs of processes whose heartbeat has ended, and wakes the lanes that run them here. */
  @RecurringWork('take-up-jobs', { everyMs: takeUpMs })
  async takeUp(): Promise<void> {
    const context = this.#context;
    if (!context || !(await this.database.row(silentJobs))!.any) return;
    const kinds = (await this.database.rows(takeUpJobs)).map(({ kind }) => kind);
    for (const kind of new Set(kinds)) {
      context.report({ event: 'jobs taken up', job: kind, count: kinds.filter((one) => one === kind).length });
      this.wake(kind);
    }
  }

  /** Jobs that were done are kept for five minutes. */
  @RecurringWork('forget-jobs', { everyMs: forgetMs })
  async forget(): Promise<void> {
    if (this.#context) await purgeAll(this.database, forgetJobs);
  }

  /** Claims no more and waits for the jobs in progress. */
  async stopWork(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#nextLook);
    await Promise.all([...this.#lanes.values()].flat().map((lane) => lane.stop()));
    await this.#connections?.close();
  }

  async #declare(handlers: readonly BoundJobHandler[]): Promise<void> {
    const kinds = handlers.map(({ kind }) => kind);
    await this.database.rows(
      declareKinds,
      kinds.map(({ name }) => name),
      kinds.map(({ ordered }) => (ordered ? 'key_strict_fifo' : 'standard')),
      kinds.map(({ maxRetryDelaySeconds }) => maxRetryDelaySeconds),
    );
    this.#kinds = kinds.map(({ name }) => name);
  }

  /** The lanes rest until the first look. */
  #begin(context: WorkerContext, handlers: readonly BoundJobHandler[]): void {
    // The log has a repeated error once.
    const report = (error: unknown): void => {
      context.report({ event: 'jobs cannot be looked for' }, error);
    };
    this.#connections = this.database.reserve({ ...reserved, onLost: report });
    const claims = new JobClaims(this.#connections, report);
    // Requests find at least half of the connections free, however many jobs wait (docs/decisions/0063).
    const slots = new JobSlots(Math.max(1, Math.floor(this.database.pool.options.max / 2)));
    for (const handler of handlers) {
      const runner = new JobRunner(handler, slots, context);
      const lanes = this.#batchesOf(handler.kind).map((max) => new JobLane((begun) => this.#turn(claims, runner, max, begun), report));
      this.#lanes.set(handler.kind.name, lanes);
    }
  }

  /** Claims some jobs, runs them at once and settles them together. */
  async #turn(claims: JobClaims, runner: JobRunner, max: number, begun: () => void): Promise<boolean> {
    const { kind } = runner;
    const jobs = await claims.claim(kind, max);
    if (jobs.length === 0) return false;
    begun();
    if (jobs.length === max) this.wake(kind.name);
    await claims.whileHeld(kind, jobs, async () => {
      const outcomes = await runner.run(jobs);
      this.#lookOften();
      return outcomes;
    });
    // The lane looks again at once: for more, and for those that waited for these in their order.
    return true;
  }

  /** Groups of a kind follow one another, so that its jobs take effect in their order. */
  #batchesOf({ inGroupsOf }: BoundJobHandler['kind']): number[] {
    if (inGroupsOf !== undefined) return [inGroupsOf];
    const { jobConcurrency } = this.settings;
    return jobConcurrency > 1 ? [Math.ceil(jobConcurrency / 2), Math.floor(jobConcurrency / 2)] : [1];
  }

  #lookOften(): void {
    this.#busyUntil = performance.now() + busyForMs;
    if (this.#nextLook === undefined) this.#lookSoon();
  }

  #lookSoon(): void {
    this.#nextLook = undefined;
    if (this.#stopping || performance.now() > this.#busyUntil) return;
    this.#nextLook = setTimeout(() => {
      const rests = [...this.#lanes.values()].flat().some(({ busy }) => !busy);
      // A database that does not answer is reported by the regular look.
      void (rests ? this.look() : Promise.resolve())
        .catch(() => undefined)
        .then(() => {
          this.#lookSoon();
        });
    }, busyLookMs).unref();
  }

  #measure(context: WorkerContext): void {
    context.gauge(
      { name: 'openbank_jobs', help: 'Jobs that are not done, by kind and state; failed ones are tried again.', labels: ['kind', 'state'] },
      async () => (await this.database.rows(countJobs)).map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
    );
    context.gauge(
      {
        name: 'openbank_oldest_due_job_seconds',
        help: 'How long the oldest job that should have run by now has been due, by kind; 0 where there is none.',
        labels: ['kind'],
      },
      async () => {
        const found = await this.database.rows(oldestDueJobs, this.#kinds);
        return this.#kinds.map((kind) => ({ labels: { kind }, value: found.find((one) => one.kind === kind)?.seconds ?? 0 }));
      },
    );
  }
}
