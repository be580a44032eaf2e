import { setTimeout as pause } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import ownPackage from '../package.json' with { type: 'json' };
import { ClientRequests } from './client-requests.js';

/** The name of a metric, its sentence and its labels. */
export interface MetricDescription {
  readonly name: string;
  readonly help: string;
  readonly labels: string[];
}

export type MetricLabels = Readonly<Record<string, string>>;

/** One series of a gauge, when it is read. */
export interface MetricValue {
  readonly labels: MetricLabels;
  readonly value: number;
}

/** A finished call, for the metrics. `answered` includes 404; `unreachable`: no answer in time, or none at all. */
export interface InternalCall {
  readonly operation: string;
  readonly outcome: 'answered' | 'refused' | 'failed' | 'unreachable';
  readonly seconds: number;
}

/** The counts of a pool of connections to PostgreSQL. */
interface ConnectionPool {
  readonly idleCount: number;
  readonly totalCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max?: number | undefined };
}

const prefix = 'openbank_';

/** Gauges of prom-client whose names end in `_total`, which is for counters. Each only adds up the series of one that stays. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** In which the delay of the event loop is looked at a few times, in milliseconds. */
const firstDelaysMs = 30;

/** Up to what a gateway waits for (5 s) and beyond: what takes longer than 2 s is a fault of ours. */
const requestSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];
/** A caller waits 1.5 s at most. */
const callSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

/** Metrics of one service in the Prometheus text format, on the internal port. docs/metrics.md lists them; a test compares the two. */
export class Metrics {
  readonly registry = new Registry();
  #isScraped = false;
  readonly duration = new Histogram({
    name: 'openbank_request_duration_seconds',
    help: 'Time from the request to its response, without health checks.',
    labelNames: ['operation', 'status', 'caller'],
    buckets: requestSeconds,
    registers: [this.registry],
  });
  readonly refusals = new Counter({
    name: 'openbank_refusals_total',
    help: 'Refused requests by error code.',
    labelNames: ['operation', 'code'],
    registers: [this.registry],
  });
  readonly limitRefusals = new Counter({
    name: 'openbank_limit_refusals_total',
    help: 'Requests refused by a rate limit, by the window that was used up.',
    labelNames: ['operation', 'window'],
    registers: [this.registry],
  });
  readonly clientRequests = new ClientRequests(this.registry);

  readonly transactionRetries = new Counter({
    name: 'openbank_transaction_retries_total',
    help: 'Transactions that ran again because PostgreSQL undid them: a deadlock or a serialization failure.',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  readonly recurringRuns = new Counter({
    name: 'openbank_recurring_work_runs_total',
    help: 'Finished runs of recurring work, by task.',
    labelNames: ['task'],
    registers: [this.registry],
  });
  readonly recurringFailures = new Counter({
    name: 'openbank_recurring_work_failures_total',
    help: 'Failed runs of recurring work, by task; the log has the reason.',
    labelNames: ['task'],
    registers: [this.registry],
  });

  private readonly spans = new Counter({
    name: 'openbank_trace_spans_total',
    help: 'Recorded spans of traces by outcome: sent to the receiver, or dropped because it did not accept them in time.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly requestLog = new Counter({
    name: 'openbank_request_log_entries_total',
    help: "Answered requests of clients for the portal's request log by outcome: accepted by the portal, or dropped.",
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly receipts = new Counter({
    name: 'openbank_receipts_total',
    help: 'Receipts for customers by outcome: recorded by ais-pis, or lost.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly internalCalls = new Histogram({
    name: 'openbank_internal_call_duration_seconds',
    help: 'Time that calls to internal operations of other services take, by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    buckets: callSeconds,
    registers: [this.registry],
  });

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    for (const outcome of ['sent', 'dropped']) this.spans.inc({ outcome }, 0);
    for (const outcome of ['recorded', 'dropped']) this.requestLog.inc({ outcome }, 0);
    for (const reason of ['deadlock', 'serialization']) this.transactionRetries.inc({ reason }, 0);
    new Gauge({
      name: 'openbank_build_info',
      help: 'Always 1; its labels are the versions of the product and of Node.js.',
      labelNames: ['version', 'node'],
      registers: [this.registry],
    }).set({ version: ownPackage.version, node: process.versions.node }, 1);
  }

  /**
   * All metrics as text. Those of the process are kept from the first scrape on: the delay of the event loop alone is looked at a hundred
   * times a second, which a process that is not scraped does not need.
   */
  async text(): Promise<string> {
    if (!this.#isScraped) {
      this.#isScraped = true;
      collectDefaultMetrics({ register: this.registry, prefix });
      for (const name of misnamed) this.registry.removeSingleMetric(`${prefix}${name}`);
      // The event loop has no delay to report until it was looked at.
      await pause(firstDelaysMs);
    }
    return this.registry.metrics();
  }

  /** Forgets all series, and what they read. */
  end(): void {
    this.registry.clear();
  }

  /** A value that is read at each scrape. Without a value, such as while the database is down, it has no series. */
  readonly gauge = ({ name, help, labels }: MetricDescription, read: () => Promise<readonly MetricValue[]>): void => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.registry],
      collect: async () => {
        const values = await read().catch(() => []);
        // At once: a second scrape comes in between only where something is awaited.
        gauge.reset();
        // prom-client resets one without labels to 0, which would be a value.
        if (labels.length === 0) gauge.remove();
        for (const { labels: of, value } of values) gauge.set(of, value);
      },
    });
  };

  /** A number that only grows; returns what adds one to it. `first`: the series that it has from the start, at 0. */
  counter({ name, help, labels }: MetricDescription, first?: MetricLabels): (labels: MetricLabels) => void {
    const counter = new Counter({ name, help, labelNames: labels, registers: [this.registry] });
    if (first) counter.inc(first, 0);
    return (of) => {
      counter.inc(of);
    };
  }

  /** The settings that were set and do not do what they are set for: `openbank doctor` reads their sentences here. */
  reportSettingWarnings(warnings: readonly { readonly variable: string; readonly text: string }[]): void {
    const gauge = new Gauge({
      name: 'openbank_setting_warnings',
      help: 'Always 1, one series for each setting that has no effect, or whose name is misspelled; no series if there is none.',
      labelNames: ['variable', 'text'],
      registers: [this.registry],
    });
    for (const { variable, text } of warnings) gauge.set({ variable, text }, 1);
  }

  readonly countCall = ({ operation, outcome, seconds }: InternalCall): void => {
    this.internalCalls.observe({ operation, outcome }, seconds);
  };

  readonly countSpans = (outcome: 'sent' | 'dropped', spans: number): void => {
    this.spans.inc({ outcome }, spans);
  };

  readonly countLogged = (outcome: 'recorded' | 'dropped' | 'details-recorded' | 'details-dropped', requests: number): void => {
    this.requestLog.inc({ outcome }, requests);
  };

  readonly countReceipts = (outcome: 'recorded' | 'lost', receipts: number): void => {
    this.receipts.inc({ outcome }, receipts);
  };

  /** The connections of the service's pool. They are counted in memory, so they are there when the database is not. */
  readPool({ pool }: { readonly pool: ConnectionPool }): void {
    const unlabelled = (value: number | undefined) => Promise.resolve([{ labels: {}, value: value ?? 0 }]);
    this.gauge({ name: 'openbank_database_connections', help: 'Open connections of the pool, by state.', labels: ['state'] }, () =>
      Promise.resolve([
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
      ]),
    );
    this.gauge({ name: 'openbank_database_connection_limit', help: 'Most connections of the pool (POOL_SIZE).', labels: [] }, () =>
      unlabelled(pool.options.max),
    );
    this.gauge({ name: 'openbank_database_waiting', help: 'Statements and transactions that wait for a connection.', labels: [] }, () =>
      unlabelled(pool.waitingCount),
    );
  }
}
