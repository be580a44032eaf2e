import { boundMethods, RECURRING, type Recurrence } from '@open-banking/http';
import { SpanKind, type Traces } from '@open-banking/telemetry/tracing';
import type { WorkerContext } from '../background-worker.js';

/** Work that runs repeatedly: a method marked with `@RecurringWork`, bound to its provider. */
export interface RecurringTask extends Pick<Recurrence, 'task'> {
  /** How long after the end of one run the next one begins; at most that long where it is up to five seconds. */
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

/** Observes every run, for the log and the metrics. */
export interface RecurringWorkObserver {
  /** Records each run. */
  readonly traces: Traces;
  readonly report: WorkerContext['report'];
  /** Counts a finished run. */
  count(task: string, outcome: 'done' | 'failed'): void;
}

/** The recurring work of providers. Throws if two methods have the same name, because their metrics would be added up. */
export function recurringWorkOf(instances: readonly object[]): RecurringTask[] {
  const tasks = boundMethods<Recurrence>(instances, RECURRING).flatMap(({ instance, metadata: { task, everyMs: interval }, method }) => {
    const everyMs = typeof interval === 'number' ? interval : interval(instance as never);
    return everyMs === undefined ? [] : [{ task, everyMs, run: method as RecurringTask['run'] }];
  });
  const names = tasks.map(({ task }) => task);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`two methods are the recurring work ${twice}`);
  return tasks;
}

const recurringSpan = { kind: SpanKind.INTERNAL, attributes: {} } as const;

/** The first run begins soon after the start, however rare the work is: a process that restarts every hour still does it. */
const firstMs = 5_000;

/**
 * Runs all recurring work of a service: each task on its own timer, never twice at once. (`@nestjs/schedule` does not fit: it reports a
 * task's error only to Nest's logger, lets a slow run overlap the next, and does not wait for runs in progress at shutdown.)
 */
export class RecurringWorkScheduler {
  readonly #timers = new Set<NodeJS.Timeout>();
  /** The frequent tasks that begin next, by when: in milliseconds since the process began. */
  readonly #frequent = new Map<number, RecurringTask[]>();
  readonly #running = new Set<Promise<unknown>>();
  /** The work that failed at its last run: since when and how often. */
  readonly #failing = new Map<string, { readonly since: number; failures: number }>();
  #ended = false;

  constructor(private readonly observer: RecurringWorkObserver) {}

  begin(tasks: readonly RecurringTask[]): void {
    for (const task of tasks) this.#schedule(task, Math.min(task.everyMs, firstMs), performance.now());
  }

  /** Runs a task once, now. A failure is counted and thrown; the first one is logged, and the next success with the number of failures. */
  async run({ task, run }: Pick<RecurringTask, 'task' | 'run'>): Promise<void> {
    try {
      await this.observer.traces.inTrace(task, recurringSpan, async () => run());
      this.observer.count(task, 'done');
      this.#succeeded(task);
    } catch (error) {
      this.observer.count(task, 'failed');
      this.#failed(task, error);
      throw error;
    }
  }

  /** Stops starting runs and waits for those in progress. Called before the database is closed. */
  async end(): Promise<void> {
    this.#ended = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#frequent.clear();
    await Promise.all(this.#running);
  }

  /**
   * Frequent tasks begin at multiples of their interval, those of the same moment in one turn of the event loop: an idle process wakes once
   * for all of them, those of all services that it hosts, and asks each database once (`PolledReads`). `fromMs` is when the last run was
   * to begin: a timer may be early.
   */
  #schedule(task: RecurringTask, afterMs: number, fromMs: number): void {
    if (this.#ended) return;
    if (task.everyMs > firstMs) return this.#after(afterMs, () => this.#begin(task, fromMs));
    const atMs = (Math.floor(Math.max(performance.now(), fromMs) / task.everyMs) + 1) * task.everyMs;
    const others = this.#frequent.get(atMs);
    if (others) return void others.push(task);
    const tasks = [task];
    this.#frequent.set(atMs, tasks);
    this.#after(Math.ceil(atMs - performance.now()), () => {
      this.#frequent.delete(atMs);
      for (const one of tasks) this.#begin(one, atMs);
    });
  }

  #after(ms: number, begin: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      begin();
    }, ms).unref();
    this.#timers.add(timer);
  }

  #begin(task: RecurringTask, fromMs: number): void {
    const running = this.run(task)
      .catch(() => undefined)
      .then(() => {
        this.#running.delete(running);
        this.#schedule(task, task.everyMs, fromMs);
      });
    this.#running.add(running);
  }

  #failed(task: string, error: unknown): void {
    const known = this.#failing.get(task);
    if (known) known.failures += 1;
    else {
      this.#failing.set(task, { since: performance.now(), failures: 1 });
      this.observer.report({ event: 'recurring work failed', task }, error);
    }
  }

  #succeeded(task: string): void {
    const known = this.#failing.get(task);
    if (!known) return;
    this.#failing.delete(task);
    const lastedSeconds = Math.round((performance.now() - known.since) / 1_000);
    this.observer.report({ event: 'recurring work succeeds again', task, failures: known.failures, lastedSeconds });
  }
}
