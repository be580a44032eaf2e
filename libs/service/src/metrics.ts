import type { WorkerContext } from '@open-banking/commands';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Numbers of one service, in Prometheus' form, on the internal port. The label `operation` is the row's id. */
export class Metrics {
  readonly registry = new Registry();
  readonly duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer.',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });
  readonly refusals = new Counter({
    name: 'refusals_total',
    help: 'Refused requests by code.',
    labelNames: ['operation', 'code'],
    registers: [this.registry],
  });

  readonly transactionRetries = new Counter({
    name: 'transaction_retries_total',
    help: 'Transactions that were run again because PostgreSQL undid them: a deadlock or a serialization failure.',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  readonly recurringRuns = new Counter({
    name: 'recurring_work_runs_total',
    help: 'Runs of recurring work that have ended, by task.',
    labelNames: ['task'],
    registers: [this.registry],
  });
  readonly recurringFailures = new Counter({
    name: 'recurring_work_failures_total',
    help: 'Runs of recurring work that have failed, by task; the log says why.',
    labelNames: ['task'],
    registers: [this.registry],
  });

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
    for (const reason of ['deadlock', 'serialization']) this.transactionRetries.inc({ reason }, 0);
  }

  /** A number asked for each time the metrics are read; left out where it cannot be told. */
  readonly gauge: WorkerContext['gauge'] = ({ name, help, labels }, read) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.registry],
      collect: async () => {
        gauge.reset();
        for (const { labels: of, value } of await read().catch(() => [])) gauge.set(of, value);
      },
    });
  };
}
