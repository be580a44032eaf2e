/** Calls that are answered when something changes, so that followers need not poll. */
export class HeldCalls {
  readonly #held = new Set<() => void>();
  #hasEnded = false;

  /** Resolves at the next change, after `maxMs`, or when holding has ended. */
  async hold(maxMs: number): Promise<void> {
    if (this.#hasEnded) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#held.delete(end);
        resolve();
      };
      const timer = setTimeout(end, maxMs).unref();
      this.#held.add(end);
    });
  }

  /** Something has changed. */
  release(): void {
    for (const end of [...this.#held]) end();
  }

  /** Ends all holding: the process stops. */
  end(): void {
    this.#hasEnded = true;
    this.release();
  }
}
