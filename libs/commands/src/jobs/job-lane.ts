/**
 * Repeats a turn of work: at once after a turn that found some, otherwise when it is woken. A turn that throws is reported and followed by
 * a rest. It begins at rest.
 */
export class JobLane {
  #isBusy = false;
  #isWoken = false;
  #isStopping = false;
  #rouse?: (() => void) | undefined;
  readonly #ended: Promise<void>;

  /** `turn` returns whether it found work; it calls `begun` when it has found some. */
  constructor(
    private readonly turn: (begun: () => void) => Promise<boolean>,
    private readonly report: (error: unknown) => void,
  ) {
    this.#ended = this.#repeat();
  }

  /** The lane is doing work that it has found. */
  get busy(): boolean {
    return this.#isBusy;
  }

  /** Begins a turn now, or another one after the current one. */
  wake(): void {
    this.#isWoken = true;
    this.#rouse?.();
  }

  /** Begins no more turns and waits for the current one. */
  stop(): Promise<void> {
    this.#isStopping = true;
    this.#rouse?.();
    return this.#ended;
  }

  // Awaits its wake-up, so that no turn runs in the context (request, trace) of the caller that woke it.
  async #repeat(): Promise<void> {
    for (let found = false; ;) {
      if (!found) await this.#rest();
      if (this.#isStopping) return;
      this.#isWoken = false;
      found = await this.#turn();
    }
  }

  async #turn(): Promise<boolean> {
    try {
      return await this.turn(() => (this.#isBusy = true));
    } catch (error) {
      this.report(error);
      return false;
    } finally {
      this.#isBusy = false;
    }
  }

  async #rest(): Promise<void> {
    if (this.#isWoken || this.#isStopping) return;
    await new Promise<void>((rouse) => (this.#rouse = rouse));
    this.#rouse = undefined;
  }
}
