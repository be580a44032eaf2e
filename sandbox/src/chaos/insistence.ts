import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Whoever asks again until they know: the same thing, by the same id. */
export class Insistence {
  retries = 0;

  constructor(private readonly patienceMs = 180_000) {}

  /** `work` answers undefined, or throws, where it is not known yet. */
  async on<T>(what: string, work: () => Promise<T | undefined>): Promise<T> {
    let last = '';
    for (const until = performance.now() + this.patienceMs; performance.now() < until;) {
      const done = await work().catch((error: unknown) => {
        last = String(error);
        return undefined;
      });
      if (done !== undefined) return done;
      this.retries += 1;
      await pause(randomInt(50, 300));
    }
    throw new Error(`${what}: no answer in ${this.patienceMs / 1_000} s. ${last}`);
  }
}
