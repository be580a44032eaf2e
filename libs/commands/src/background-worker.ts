/** What surrounds a provider that works besides answering requests. */
export interface WorkerContext {
  /** Every provider and controller of the service. */
  readonly instances: readonly object[];
  /** Writes a line of the log: a warning, or with an error what went wrong. */
  report(line: object, error?: unknown): void;
  /** Tells a number, asked for each time the metrics are read. */
  gauge(
    about: { readonly name: string; readonly help: string; readonly labels: string[] },
    read: () => Promise<readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]>,
  ): void;
}

/**
 * A provider of a module that works besides answering requests. It begins when everything else is there, the clock
 * included, and ends before the database is closed. Whatever module provides it, it is found by its methods.
 */
export interface BackgroundWorker {
  startWork(surroundings: WorkerContext): Promise<void>;
  stopWork(): Promise<void>;
}
