/** Values that are kept for a short time after they were asked for, at most so many. The time is this process's own, not the bank's. */
export class TimedCache<Value> {
  readonly #values = new Map<string, { readonly askedAt: number; readonly value: Value }>();

  constructor(
    private readonly keptForMs: number,
    private readonly max: number,
  ) {}

  get(key: string): Value | undefined {
    const kept = this.#values.get(key);
    return kept && performance.now() - kept.askedAt < this.keptForMs ? kept.value : undefined;
  }

  /** `askedAt`: when the question was asked (`performance.now()`), from which the age counts. */
  set(key: string, value: Value, askedAt: number): void {
    this.#values.delete(key);
    this.#values.set(key, { askedAt, value });
    const now = performance.now();
    for (const [oldest, kept] of this.#values) {
      if (this.#values.size <= this.max && now - kept.askedAt < this.keptForMs) break;
      this.#values.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}

/** A promised value that is kept; asked for where none is. One that fails is not kept. */
export function keptPromise<Value>(cache: TimedCache<Promise<Value>>, key: string, ask: () => Promise<Value>): Promise<Value> {
  const kept = cache.get(key);
  if (kept) return kept;
  const askedAt = performance.now();
  const promised = ask();
  promised.catch(() => {
    if (cache.get(key) === promised) cache.delete(key);
  });
  cache.set(key, promised, askedAt);
  return promised;
}
