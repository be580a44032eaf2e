// A process that does jobs of the kind `long`: it says that one has begun, and never ends it. It runs until it is killed.
import { openDatabase } from '@open-banking/database';
import { noTraces } from '@open-banking/telemetry/tracing';
import 'reflect-metadata';
import { job, JobHandler, JobWorkers } from '../dist/index.js';
import { RecurringWorkScheduler, recurringWorkOf } from '../dist/recurring-work/recurring-work.js';

class Worker {
  run({ id }) {
    process.send({ begun: id });
    return new Promise(() => undefined);
  }
}
JobHandler(job('long'))(Worker.prototype, 'run', Object.getOwnPropertyDescriptor(Worker.prototype, 'run'));

const database = await openDatabase({
  url: process.argv[2],
  poolSize: 2,
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
  connectTimeoutMs: 60_000,
});
const workers = new JobWorkers(database, { jobConcurrency: 2 });
await workers.startWork({
  traces: noTraces,
  instances: [new Worker()],
  report: () => undefined,
  gauge: () => undefined,
});
// A lane looks once by itself, perhaps before the job is added.
new RecurringWorkScheduler({ traces: noTraces, report: () => undefined, count: () => undefined }).begin(recurringWorkOf([workers]));
process.send({ ready: true });
