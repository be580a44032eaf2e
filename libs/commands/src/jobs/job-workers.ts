import { RecurringWork } from '@open-banking/http';
import { markCurrentFailed, type TraceHeaders } from '@open-banking/telemetry/tracing';
import { purgeAll, TimeLimitedClient, type Database } from '@open-banking/database';
import type { Job, JobResult, PgBoss } from 'pg-boss';
import type { WorkerContext, BackgroundWorker } from '../background-worker.js';
import { jobHandlersOf, type BoundJobHandler } from './job-handler.decorator.js';
import { JobSlots } from './job-slots.js';
import { jobSpan } from './job-span.js';
import type { JobSettings } from './jobs.settings.js';
import { countJobs, forgetJobs, oldestDueJobs, silentJobs, takeUpJobs } from './jobs.statements.js';

/** A worker is heard of every two seconds; after ten of silence its jobs are free, and are looked for every two: each second time that jobs are. */
const heartbeatSeconds = 10;
const heartbeatRefreshSeconds = 2;
const takeUpMs = 1_800;
const forgetMs = 10_000;
/** How often jobs are looked for that nobody woke a lane for: those of other processes, retries, jobs for later. They are found within a second. */
const lookMs = 900;
/** Work seldom comes alone: for a second after a job they are looked for this often, if a lane rests. */
const busyLookMs = 25;
const busyForMs = 1_000;
/**
 * A lane itself, and pg-boss for the policies of its queues, looks rarely: one statement looks for the jobs of all lanes. Their connections have
 * been closed by then, and a login costs 20 ms of processor time.
 */
const laneLookSeconds = 3_600;
/** Connections to the database besides the service's own pool, for fetching and settling. */
const connections = 4;
const forEver = 2_147_483_647;

/** One after the other fetches some jobs, does them at once and settles them together. */
interface Lane {
  readonly id: string;
  busy: boolean;
}

/** Does the jobs of a service: pg-boss fetches, settles and retries; this finds who does what, and watches over the dead. */
export class JobWorkers implements BackgroundWorker {
  #boss?: PgBoss;
  #around?: WorkerContext;
  #kinds: readonly string[] = [];
  readonly #lanes = new Map<string, Lane[]>();
  #slots?: JobSlots;
  #stopping = false;
  #busyUntil = 0;
  #nextLook?: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly settings: JobSettings,
  ) {}

  async startWork(around: WorkerContext): Promise<void> {
    const handlers = jobHandlersOf(around.instances);
    if (handlers.length === 0) return;
    this.#around = around;
    // Requests find at least half of the connections free, however many jobs wait (docs/decisions/0063).
    this.#slots = new JobSlots(Math.max(1, Math.floor(this.database.pool.options.max / 2)));
    const boss = (this.#boss = await this.database.retriedWhileStarting(() => this.#started()));
    for (const handler of handlers) await this.#begin(boss, handler);
    around.gauge(
      { name: 'openbank_jobs', help: 'Jobs that are not done, by kind and state; failed ones are tried again.', labels: ['kind', 'state'] },
      async () => (await this.database.rows(countJobs)).map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
    );
    const kinds = (this.#kinds = handlers.map(({ kind }) => kind.name));
    around.gauge(
      {
        name: 'openbank_oldest_due_job_seconds',
        help: 'How long the oldest job that should have run by now has been due, by kind; 0 where there is none.',
        labels: ['kind'],
      },
      async () => {
        const found = await this.database.rows(oldestDueJobs, kinds);
        return kinds.map((kind) => ({ labels: { kind }, value: found.find((one) => one.kind === kind)?.seconds ?? 0 }));
      },
    );
  }

  /** One that could not start cannot be started again. */
  async #started(): Promise<PgBoss> {
    // Only a service with jobs pays for loading it.
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      ...this.database.connections,
      schema: 'jobs',
      application_name: 'jobs',
      max: connections,
      connectionTimeoutMillis: 5_000,
      ...(this.database.setsTimeLimits && {
        options: '-c statement_timeout=5000 -c lock_timeout=0 -c idle_in_transaction_session_timeout=10000',
      }),
      // As at the service's own pool: a server that is silent is waited for here, not only there. pg-boss hands these on to pg.
      ...{ query_timeout: 5_200, Client: TimeLimitedClient },
      migrate: false,
      createSchema: false,
      queueCacheIntervalSeconds: laneLookSeconds,
      supervise: false,
      schedule: false,
    });
    boss.on('error', (error) => {
      this.#fault(error);
    });
    try {
      return await boss.start();
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
  }

  /** A job of this kind has come: a lane that rests looks for it now, or else the first that is free. */
  wake(kind: string): void {
    const lanes = this.#lanes.get(kind) ?? [];
    const resting = lanes.find(({ busy }) => !busy);
    for (const { id } of resting ? [resting] : lanes) this.#boss?.notifyWorker(id);
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
    const around = this.#around;
    if (!around || !(await this.database.row(silentJobs))!.any) return;
    const kinds = (await this.database.rows(takeUpJobs)).map(({ kind }) => kind);
    for (const kind of new Set(kinds)) {
      around.report({ event: 'jobs taken up', job: kind, count: kinds.filter((one) => one === kind).length });
      this.wake(kind);
    }
  }

  /** Jobs that were done are kept for five minutes. */
  @RecurringWork('forget-jobs', { everyMs: forgetMs })
  async forget(): Promise<void> {
    if (this.#around) await purgeAll(this.database, forgetJobs);
  }

  /** Fetches no more and waits for the jobs in progress. */
  async stopWork(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#nextLook);
    await Promise.all([...this.#lanes.keys()].map((kind) => this.#boss?.offWork(kind, { wait: true })));
    await this.#boss?.stop({ graceful: false });
  }

  async #begin(boss: PgBoss, handler: BoundJobHandler): Promise<void> {
    const { kind } = handler;
    const policy = { heartbeatSeconds, retryLimit: forEver, retryDelay: 1, retryBackoff: true, retryDelayMax: kind.maxRetryDelaySeconds };
    await this.database.retriedWhileStarting(async () => {
      await boss.createQueue(kind.name, { policy: kind.ordered ? 'key_strict_fifo' : 'standard', ...policy });
      await boss.updateQueue(kind.name, policy);
    });
    const lanes: Lane[] = [];
    this.#lanes.set(kind.name, lanes);
    for (const batchSize of this.#batchesOf(kind)) {
      const lane = { id: '', busy: false };
      lane.id = await boss.work(
        kind.name,
        { batchSize, pollingIntervalSeconds: laneLookSeconds, heartbeatRefreshSeconds, perJobResults: true },
        async (fetched) => {
          lane.busy = true;
          // Ids rise with time. What an update returns has no order.
          const jobs = fetched.toSorted((one, other) => (one.id < other.id ? -1 : 1));
          if (jobs.length === batchSize) this.wake(kind.name);
          const groups = kind.inGroupsOf === undefined ? jobs.map((job) => [job]) : [jobs];
          const results = await Promise.all(groups.map((group) => this.#doGroup(handler, group)));
          lane.busy = false;
          // Looks again at once when these are settled: for more, and for those that waited for these in their order.
          boss.notifyWorker(lane.id);
          this.#lookOften();
          return results.flat();
        },
      );
      lanes.push(lane);
    }
  }

  /** Groups of a kind follow one another, so that its jobs take effect in their order. */
  #batchesOf({ inGroupsOf }: BoundJobHandler['kind']): number[] {
    if (inGroupsOf !== undefined) return [inGroupsOf];
    const { jobConcurrency } = this.settings;
    return jobConcurrency > 1 ? [Math.ceil(jobConcurrency / 2), Math.floor(jobConcurrency / 2)] : [1];
  }

  /** Runs the jobs of a group together, in the trace of the first; each has its own span and outcome. */
  #doGroup({ kind, run }: BoundJobHandler, jobs: readonly Job<unknown>[]): Promise<JobResult[]> {
    let group: ReturnType<typeof run> | undefined;
    return Promise.all(
      jobs.map((job, at) =>
        this.#do(kind.name, job, async () => {
          group ??= this.#slots!.use(() => run(jobs.map(({ data }) => data as object)));
          const outcome = (await group)[at];
          if (outcome?.status !== 'fulfilled') throw outcome?.reason ?? new Error(`a group of ${kind.name} says nothing of a job`);
        }),
      ),
    );
  }

  /** A job whose creation is recorded continues that trace. */
  #do(kind: string, job: Job<unknown>, run: () => Promise<void>): Promise<JobResult> {
    return this.#around!.traces.inTrace(kind, jobSpan(kind, job), () => this.#settled(kind, job, run), job.data as TraceHeaders);
  }

  async #settled(kind: string, { id, retryCount }: Job<unknown>, run: () => Promise<void>): Promise<JobResult> {
    try {
      await run();
      return { id, status: 'completed' };
    } catch (error) {
      markCurrentFailed(error);
      this.#around!.report({ event: 'job failed', job: kind, jobId: id, attempt: retryCount + 1 }, error);
      return { id, status: 'failed', output: { error: error instanceof Error ? error.name : typeof error } };
    }
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

  /** Each lane tells of a lost database each second; the log says so once. pg-boss tells some errors as plain objects with the fields of one. */
  #fault(error: unknown): void {
    const reason = error instanceof Error ? error : Object.assign(new Error(), error);
    this.#around!.report({ event: 'jobs cannot be looked for' }, reason);
  }
}
