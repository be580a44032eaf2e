import { type BackgroundWorker, RecurringWorkScheduler, type WorkerContext } from '@open-banking/commands';
import { currentTraceId } from '@open-banking/telemetry/tracing';
import type { Logs, Telemetry } from '@open-banking/telemetry';

const isWorker = (instance: object): instance is BackgroundWorker =>
  typeof (instance as Partial<BackgroundWorker>).startWork === 'function';

/** Writes a log line: a warning, or if an error is given, the fault where it begins. */
const reportTo =
  ({ log, fault }: Logs): WorkerContext['report'] =>
  (line, error) => {
    const logLine = { ...line, traceId: currentTraceId() };
    if (error === undefined) log.warn(logLine);
    else fault(logLine, error);
  };

/** The scheduler of a service's recurring work; it logs and counts the runs. */
export const recurringWork = ({ written, metrics, traces }: Telemetry): RecurringWorkScheduler =>
  new RecurringWorkScheduler({
    traces,
    report: reportTo(written),
    count: (task, outcome) => {
      metrics.recurringRuns.inc({ task });
      metrics.recurringFailures.inc({ task }, outcome === 'failed' ? 1 : 0);
    },
  });

/** Starts the background work of a service. Returns the function that stops it. */
export async function startWorkers(instances: readonly object[], { written, metrics, traces }: Telemetry): Promise<() => Promise<unknown>> {
  const report = reportTo(written);
  const workers = instances.filter(isWorker);
  for (const worker of workers)
    await worker.startWork({
      instances,
      report,
      traces,
      gauge: (about, read) => {
        metrics.gauge(about, read);
      },
      counter: (about) => metrics.counter(about),
    });
  return () => Promise.all(workers.map((worker) => worker.stopWork?.()));
}
