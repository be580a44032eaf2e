import { type BackgroundWorker, RecurringWorkScheduler, type WorkerContext } from '@open-banking/commands';
import { errorFields, type Logs } from './log.js';
import type { Metrics } from './metrics.js';

const isWorker = (instance: object): instance is BackgroundWorker =>
  typeof (instance as Partial<BackgroundWorker>).startWork === 'function';

/** Writes a line of the log: a warning, or with an error what went wrong. */
const reportTo =
  ({ log }: Logs): WorkerContext['report'] =>
  (line, error) => {
    log[error === undefined ? 'warn' : 'error']({ ...line, ...(error !== undefined && errorFields(error)) });
  };

/** The scheduler of a service's recurring work, which it logs and counts. */
export const recurringWork = (logs: Logs, metrics: Metrics): RecurringWorkScheduler =>
  new RecurringWorkScheduler({
    report: reportTo(logs),
    count: (task, outcome) => {
      metrics.recurringRuns.inc({ task });
      metrics.recurringFailures.inc({ task }, outcome === 'failed' ? 1 : 0);
    },
  });

/** Starts the work a service does besides answering requests. Returns how to stop it. */
export async function startWorkers(instances: readonly object[], logs: Logs, metrics: Metrics): Promise<() => Promise<unknown>> {
  const report = reportTo(logs);
  const workers = instances.filter(isWorker);
  for (const worker of workers)
    await worker.startWork({
      instances,
      report,
      gauge: (about, read) => {
        metrics.gauge(about, read);
      },
    });
  return () => Promise.all(workers.map((worker) => worker.stopWork()));
}
