import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@open-banking/database';
import { noTraces, type Traces } from '@open-banking/telemetry/tracing';
import { JobGroupHandler, JobHandler } from '../src/jobs/job-handler.decorator.js';
import { job, type JobKind } from '../src/jobs/job.js';
import { JobWorkers } from '../src/jobs/job-workers.js';
import { RecurringWorkScheduler, recurringWorkOf } from '../src/recurring-work/recurring-work.js';
import { JobsService } from '../src/jobs/jobs.service.js';
import type { WorkerContext } from '../src/background-worker.js';
import { aDatabase } from './a-database.js';

type JobData = Record<string, unknown>;

/** The handler of a kind of job in a test: of one job, or of groups. */
export type Doing =
  | { readonly kind: JobKind<JobData>; readonly run: (data: JobData) => Promise<unknown> }
  | { readonly kind: JobKind<JobData, false>; readonly runGroup: (all: readonly JobData[]) => Promise<PromiseSettledResult<unknown>[]> };

export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(5);
};

let kinds = 0;
export const newKind = (policy: { maxRetryDelaySeconds?: number } = {}): JobKind<JobData, false> => job(`kind-${++kinds}`, policy);
export const newGroup = (inGroupsOf: number): JobKind<JobData, false> => job(`kind-${++kinds}`, { inGroupsOf });
export const newOrder = (): JobKind<JobData, true> => job(`kind-${++kinds}`, { ordered: true, maxRetryDelaySeconds: 1 });

/** A database with jobs for the tests of one file, used with the service's role. */
export function jobBank(options: Parameters<typeof aDatabase>[2] = {}) {
  const bank = aDatabase(['libs/database/migrations', 'libs/commands/migrations', 'libs/commands/jobs/migrations'], 12, options);
  let running: Awaited<ReturnType<typeof atWork>>[] = [];
  const begun = async (doings: readonly Doing[], looks: boolean, traces = noTraces) => {
    const one = await atWork(bank.database, doings, looks, traces);
    running.push(one);
    return one;
  };
  afterEach(async () => {
    await Promise.all(running.map((one) => one.end()));
    running = [];
  });

  return Object.assign(bank, {
    /** A worker process that runs until the test ends. */
    works: (...doings: Doing[]) => begun(doings, true),
    /** The same, with its work recorded. */
    worksRecordedBy: (traces: Traces, doing: Doing) => begun([doing], true, traces),
    /** One that never looks for jobs by itself: it starts those that it is told of. */
    worksWhenTold: (...doings: Doing[]) => begun(doings, false),
  });
}

function providerOf(doing: Doing): object {
  class Provider {
    run(given: JobData | readonly JobData[]): Promise<unknown> {
      return 'run' in doing ? doing.run(given as JobData) : doing.runGroup(given as readonly JobData[]);
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Provider.prototype, 'run')!;
  if ('run' in doing) JobHandler(doing.kind)(Provider.prototype, 'run', descriptor);
  else JobGroupHandler(doing.kind)(Provider.prototype, 'run', descriptor);
  return new Provider();
}

/** A worker inside this process, with its jobs, log lines and gauges. It runs six jobs of a kind at once. */
async function atWork(database: Database, doings: readonly Doing[], looks: boolean, traces: Traces) {
  const workers = new JobWorkers(database, { jobConcurrency: 6 });
  const said: { line: object; error?: unknown }[] = [];
  const gauges = new Map<string, Parameters<WorkerContext['gauge']>[1]>();
  const instances = doings.map(providerOf);
  const report: WorkerContext['report'] = (line, error) => {
    said.push({ line, error });
  };
  const recurring = new RecurringWorkScheduler({ traces, report, count: () => undefined });
  await workers.startWork({
    instances,
    report,
    traces,
    gauge: ({ name }, read) => {
      gauges.set(name, read);
    },
    counter: () => () => undefined,
  });
  if (looks) recurring.begin(recurringWorkOf([workers]));
  return {
    jobs: new JobsService((kind) => {
      workers.wake(kind);
    }),
    said,
    workers,
    counted: async (kind: JobKind<JobData>) =>
      Object.fromEntries(
        (await gauges.get('openbank_jobs')!())
          .filter(({ labels }) => labels['kind'] === kind.name)
          .map(({ labels, value }) => [labels['state'], value]),
      ),
    /** How long the oldest due job of a kind has been due, in seconds. */
    oldestDue: async (kind: JobKind<JobData>) =>
      (await gauges.get('openbank_oldest_due_job_seconds')!()).find(({ labels }) => labels['kind'] === kind.name)?.value,
    end: async () => {
      await recurring.end();
      await workers.stopWork();
    },
  };
}
