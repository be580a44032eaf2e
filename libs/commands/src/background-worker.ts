import type { Traces } from '@open-banking/tracing';

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
  gauge(
    about: { readonly name: string; readonly help: string; readonly labels: string[] },
    read: () => Promise<readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]>,
  ): void;
  /** Registers a counter, and returns what adds one to it. */
  counter(about: {
    readonly name: string;
    readonly help: string;
    readonly labels: string[];
  }): (labels: Readonly<Record<string, string>>) => void;
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
