import { SetMetadata } from '@nestjs/common';

const DUE = 'open-banking:due';

/**
 * Marks a method of any provider, without arguments, that does what has become due by the bank's clock: it finds it by
 * its date, so a run that comes late, or twice, in two replicas at once, does the same. It runs at the start, each
 * minute, and when the sandbox has moved the clock.
 */
export const WhenDue = (): MethodDecorator => SetMetadata(DUE, true);

type Work = () => Promise<unknown>;

/** The methods of providers that carry `@WhenDue`, bound to their instances. */
export const dueWorkOf = (instances: readonly object[]): Work[] =>
  instances.flatMap((instance) => {
    const prototype = Object.getPrototypeOf(instance) as object | null;
    if (!prototype || prototype === Object.prototype) return [];
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const method: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
      return typeof method === 'function' && Reflect.getMetadata(DUE, method) === true ? [(method as Work).bind(instance)] : [];
    });
  });

const everyMs = 60_000;

/** All due work of a service, one run after the other. */
export class DueWork {
  #work: readonly Work[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** Runs all of it once. What fails is tried again at the next run; the first failure is thrown when all were tried. */
  run(): Promise<void> {
    const run = this.#last.then(async () => {
      const failed: unknown[] = [];
      for (const work of this.#work) await work().catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    });
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Runs it now and each minute until it is told to stop; that waits for the run in progress. */
  begin(work: readonly Work[], onFault: (error: unknown) => void): () => Promise<unknown> {
    this.#work = work;
    const run = (): void => {
      this.run().catch(onFault);
    };
    run();
    const timer = setInterval(run, everyMs).unref();
    return () => {
      clearInterval(timer);
      return this.#last;
    };
  }
}
