import type { BackgroundWorker } from '@open-banking/commands';
import { errorFields, type Logs } from './log.js';
import type { Metrics } from './metrics.js';

const isWorker = (instance: object): instance is BackgroundWorker =>
  typeof (instance as Partial<BackgroundWorker>).startWork === 'function';

/** Starts the work a service does besides answering requests. Returns how to stop it. */
export async function startWorkers(instances: readonly object[], { log }: Logs, metrics: Metrics): Promise<() => Promise<unknown>> {
  const report = (line: object, error?: unknown): void => {
    log[error === undefined ? 'warn' : 'error']({ ...line, ...(error !== undefined && errorFields(error)) });
  };
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
