import { rowError, type ReservedConnections } from '@open-banking/database';
import type { JobKind } from './job.js';
import { beatJobs, claimJobs, claimOrderedJobs, completeJobs, retryJobs, type ClaimedJob } from './job-claims.statements.js';
import { problemName, type JobOutcome } from './job-runner.js';

const beatMs = 2_000;
const alreadyClaimed = '23505';

const claimedIds = (jobs: readonly ClaimedJob[]): string[] => jobs.map(({ jobId }) => jobId);
const claimedAttempts = (jobs: readonly ClaimedJob[]): number[] => jobs.map(({ attempt }) => attempt);

/** Claims jobs for this process, says every two seconds that they still run, and settles them. */
export class JobClaims {
  constructor(
    private readonly connections: ReservedConnections,
    private readonly report: (error: unknown) => void,
  ) {}

  /** At most `max` jobs that are due, in the order in which they were added. */
  async claim({ name, ordered }: JobKind<object>, max: number): Promise<ClaimedJob[]> {
    try {
      const jobs = await this.connections.rows(ordered ? claimOrderedJobs : claimJobs, name, max);
      // Ids rise with time. What an update returns has no order.
      return jobs.toSorted((one, other) => (one.jobId < other.jobId ? -1 : 1));
    } catch (error) {
      if (rowError(error)?.code === alreadyClaimed) return [];
      throw error;
    }
  }

  /** Keeps the claims of jobs while `run` runs, and settles each by its outcome. */
  async whileHeld(kind: JobKind<object>, jobs: readonly ClaimedJob[], run: () => Promise<readonly JobOutcome[]>): Promise<void> {
    const beat = setInterval(() => {
      this.connections.rows(beatJobs, kind.name, claimedIds(jobs), claimedAttempts(jobs)).catch(this.report);
    }, beatMs).unref();
    try {
      await this.#settle(kind, await run());
    } catch (error) {
      this.report(error);
      // Claims of jobs that were settled no longer hold. Where this fails too, the others are taken up after ten seconds of silence.
      await this.#retry(
        kind,
        jobs.map((job) => ({ job, problem: problemName(error) })),
      );
    } finally {
      clearInterval(beat);
    }
  }

  async #settle(kind: JobKind<object>, outcomes: readonly JobOutcome[]): Promise<void> {
    const done = outcomes.filter(({ problem }) => problem === undefined).map(({ job }) => job);
    if (done.length > 0) await this.connections.rows(completeJobs, kind.name, claimedIds(done), claimedAttempts(done));
    await this.#retry(kind, outcomes);
  }

  async #retry({ name }: JobKind<object>, outcomes: readonly JobOutcome[]): Promise<void> {
    const failed = outcomes.filter(({ problem }) => problem !== undefined);
    if (failed.length === 0) return;
    const jobs = failed.map(({ job }) => job);
    await this.connections.rows(
      retryJobs,
      name,
      claimedIds(jobs),
      claimedAttempts(jobs),
      failed.map(({ problem }) => problem!),
    );
  }
}
