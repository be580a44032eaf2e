import { SetMetadata } from '@nestjs/common';
import type { RecurringTask, RecurringWorkScheduler } from '@open-banking/commands';
import { boundMethods } from '@open-banking/http';

const DUE = 'open-banking:due';

/**
 * Marks a method of any provider, without arguments, that does what has become due by the bank's clock: it finds it by
 * its date, so a run that comes late, or twice, in two replicas at once, does the same. It runs at the start, each
 * minute, and when the sandbox has moved the clock.
 */
export const WhenDue = (): MethodDecorator => SetMetadata(DUE, true);

type Task = Pick<RecurringTask, 'task' | 'run'>;

/** The methods of providers that carry `@WhenDue`, bound to their instances and named after them. */
export const dueWorkOf = (instances: readonly object[]): Task[] =>
  boundMethods(instances, DUE).map(({ instance, name, method }) => ({
    task: `${instance.constructor.name}.${name}`,
    run: method as Task['run'],
  }));

const everyMs = 60_000;

/** All due work of a service, one run after the other. */
export class DueWork {
  #tasks: readonly Task[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly scheduler: RecurringWorkScheduler) {}

  /**
   * Runs all of it once; each failure is logged and counted under the name of its method. What fails is tried again at the next run;
   * the first failure is thrown when all were tried.
   */
  run(): Promise<void> {
    const run = this.#last.then(async () => {
      const failed: unknown[] = [];
      for (const task of this.#tasks) await this.scheduler.run(task).catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    });
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Runs it now; returns the task that runs it each minute. */
  begin(tasks: readonly Task[]): RecurringTask {
    this.#tasks = tasks;
    // A failure is logged and counted by then.
    const run = (): Promise<void> => this.run().catch(() => undefined);
    void run();
    return { task: 'due-work', everyMs, run };
  }

  /** Waits for the run in progress. */
  async end(): Promise<void> {
    await this.#last;
  }
}
