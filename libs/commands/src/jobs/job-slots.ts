import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<JobSlots>();

/** How many jobs may use the database at once. Each takes one connection at a time. */
export class JobSlots {
  readonly #waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Runs work when a slot is free, in the order of the calls. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    try {
      return await current.run(this, work);
    } finally {
      this.#give();
    }
  }

  /** Gives the slot of the current work to others until `work` is done. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.#give();
    try {
      return await work();
    } finally {
      await this.#take();
    }
  }

  async #take(): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((free) => this.#waiting.push(free));
  }

  #give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}

/** Waits for another system within a job: other jobs may use the database meanwhile. Outside a job it only does the work. */
export const withoutDatabase = <T>(work: () => Promise<T>): Promise<T> => {
  const slots = current.getStore();
  return slots ? slots.lend(work) : work();
};
