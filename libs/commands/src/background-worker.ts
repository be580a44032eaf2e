import type { MetricDescription, MetricLabels, MetricValue } from '@open-banking/telemetry';
import type { Traces } from '@open-banking/telemetry/tracing';

/** The context that a background worker receives when it starts. */
export interface WorkerContext {
  /** Records its work. */
  readonly traces: Traces;
  /** Every provider and controller of the service. */
  readonly instances: readonly object[];
  /**
   * Writes a log line: a warning, or an error if one is given. Of an error that repeats only the first line is written, and their number.
   */
  report(line: { readonly event: string; readonly [field: string]: unknown }, error?: unknown): void;
  /** Registers a gauge, read each time the metrics are scraped. */
  gauge(about: MetricDescription, read: () => Promise<readonly MetricValue[]>): void;
  /** Registers a counter, and returns what adds one to it. */
  counter(about: MetricDescription): (labels: MetricLabels) => void;
}

/**
 * A provider that works in the background. It starts when everything else has, the clock included, and stops before the database is
 * closed. It is found by its methods, whatever module provides it. Work on a timer is `@RecurringWork` instead, which the scheduler
 * stops.
 */
export interface BackgroundWorker {
  startWork(context: WorkerContext): Promise<void>;
  stopWork?(): Promise<void>;
}
