import { markCurrentFailed, type TraceHeaders } from '@open-banking/telemetry/tracing';
import type { WorkerContext } from '../background-worker.js';
import type { ClaimedJob } from './job-claims.statements.js';
import type { BoundJobHandler } from './job-handler.decorator.js';
import type { JobSlots } from './job-slots.js';
import { jobSpan } from './job-span.js';

/** The outcome of a run of a job. */
export interface JobOutcome {
  readonly job: ClaimedJob;
  /** The name of the error of a run that failed. The message may contain customer data: only the log has it, masked. */
  readonly problem?: string;
}

/** The name by which the queue keeps an error. */
export const problemName = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** Runs the jobs of one kind with its handler. */
export class JobRunner {
  constructor(
    private readonly handler: BoundJobHandler,
    private readonly slots: JobSlots,
    private readonly context: WorkerContext,
  ) {}

  get kind(): BoundJobHandler['kind'] {
    return this.handler.kind;
  }

  /** Runs jobs at once, those of a kind in groups as one group in their order. Returns the outcome of each, and never throws. */
  async run(jobs: readonly ClaimedJob[]): Promise<JobOutcome[]> {
    const groups = this.kind.inGroupsOf === undefined ? jobs.map((job) => [job]) : [jobs];
    return (await Promise.all(groups.map((group) => this.#runGroup(group)))).flat();
  }

  /** Runs the jobs of a group together, in the trace of the first; each has its own span and outcome. */
  #runGroup(jobs: readonly ClaimedJob[]): Promise<JobOutcome[]> {
    const { kind, run } = this.handler;
    let group: ReturnType<typeof run> | undefined;
    return Promise.all(
      jobs.map((job, at) =>
        this.#traced(job, async () => {
          group ??= withinSeconds(
            jobs[0]!.expireSeconds,
            this.slots.use(() => run(jobs.map(({ data }) => data))),
          );
          const outcome = (await group)[at];
          if (outcome?.status !== 'fulfilled') throw outcome?.reason ?? new Error(`a group of ${kind.name} says nothing of a job`);
        }),
      ),
    );
  }

  /** A job whose creation is recorded continues that trace. */
  #traced(job: ClaimedJob, run: () => Promise<void>): Promise<JobOutcome> {
    const { name } = this.kind;
    return this.context.traces.inTrace(name, jobSpan(name, job), () => this.#outcome(job, run), job.data as TraceHeaders);
  }

  async #outcome(job: ClaimedJob, run: () => Promise<void>): Promise<JobOutcome> {
    try {
      await run();
      return { job };
    } catch (error) {
      markCurrentFailed(error);
      this.context.report({ event: 'job failed', job: this.kind.name, jobId: job.jobId, attempt: job.attempt + 1 }, error);
      return { job, problem: problemName(error) };
    }
  }
}

/** Waits for work at most so many seconds. The work itself goes on: a second run does no harm. */
async function withinSeconds<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new Error(`the run has taken more than ${seconds} s`));
    }, seconds * 1_000).unref();
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
