/** How many banks of one key there are at most, as many as a run has workers. */
const maxPerKey = 4;
/** How many banks wait for their next file at most, over all keys: each takes memory, and asks its database some times a second. */
const maxIdle = 6;

/** How a leased thing is made and ended. */
export interface LeasedThings<Asked, Thing> {
  start(asked: Asked, name: string): Promise<Thing>;
  stop(thing: Thing): Promise<unknown>;
  /** Whether the next file may have it. */
  isFit(thing: Thing): boolean;
}

export interface Lease<Thing> {
  readonly name: string;
  readonly thing: Thing;
}

interface KeyedLease<Thing> extends Lease<Thing> {
  readonly key: string;
}

/**
 * Banks that test files have one after the other. While a file has a bank, nobody else has it. A file gets one that was given back by a
 * file that asked for the same, or a new one, or, where there are as many as there may be, the next that is given back.
 */
export class Leases<Asked, Thing> {
  /** The one given back last is at the end. */
  readonly #idle: KeyedLease<Thing>[] = [];
  readonly #leased = new Map<string, KeyedLease<Thing>>();
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();
  #made = 0;

  constructor(private readonly things: LeasedThings<Asked, Thing>) {}

  async lease(key: string, asked: Asked): Promise<Lease<Thing>> {
    for (;;) {
      const at = this.#idle.findLastIndex((made) => made.key === key);
      const made = at < 0 ? undefined : this.#idle.splice(at, 1)[0]!;
      if (made && !this.things.isFit(made.thing)) await this.#end(made);
      else if (made) return this.#leaseOut(made);
      else if (this.#countOf(key) < maxPerKey) return this.#leaseOut(await this.#make(key, asked));
      else await new Promise<void>((free) => this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), free]));
    }
  }

  /** `spent`: no other file can use it, so it is ended. */
  async giveBack(name: string, spent: boolean): Promise<void> {
    const made = this.#leased.get(name);
    if (!made) return;
    this.#leased.delete(name);
    if (spent || !this.things.isFit(made.thing)) return this.#end(made);
    this.#idle.push(made);
    this.#free(made.key);
    if (this.#idle.length > maxIdle) await this.#end(this.#idle.shift()!);
  }

  /** Ends all, also those that files still have. */
  async close(): Promise<void> {
    for (const made of [...this.#idle.splice(0), ...this.#leased.values()]) await this.#end(made);
  }

  #leaseOut(made: KeyedLease<Thing>): Lease<Thing> {
    this.#leased.set(made.name, made);
    return made;
  }

  async #make(key: string, asked: Asked): Promise<KeyedLease<Thing>> {
    this.#counts.set(key, this.#countOf(key) + 1);
    this.#made += 1;
    const name = `lease-${this.#made}`;
    try {
      return { name, key, thing: await this.things.start(asked, name) };
    } catch (error) {
      this.#gone(key);
      throw error;
    }
  }

  async #end({ key, thing }: KeyedLease<Thing>): Promise<void> {
    try {
      await this.things.stop(thing);
    } finally {
      this.#gone(key);
    }
  }

  #gone(key: string): void {
    this.#counts.set(key, this.#countOf(key) - 1);
    this.#free(key);
  }

  #free(key: string): void {
    this.#waiting.get(key)?.shift()?.();
  }

  #countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}
