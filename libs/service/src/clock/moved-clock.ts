/** How far the clock was moved, in milliseconds: `offsetMs` counts from now on, `settledMs` is where what had become due was done. */
export interface ClockState {
  readonly now: string;
  readonly today: string;
  readonly offsetMs: number;
  readonly settledMs: number;
}

/** How far the sandbox has moved the bank's clock, as this process knows it. It only ever goes forward. */
export class MovedClock {
  #offsetMs = 0;
  #settledMs = 0;

  /** `whenMoved` does what has become due; the move is settled when it is done. */
  constructor(private readonly whenMoved: () => Promise<unknown>) {}

  get offsetMs(): number {
    return this.#offsetMs;
  }
  get settledMs(): number {
    return this.#settledMs;
  }

  async moveTo(offsetMs: number): Promise<void> {
    this.#offsetMs = Math.max(this.#offsetMs, offsetMs);
    const moved = this.#offsetMs;
    if (this.#settledMs >= moved) return;
    await this.whenMoved();
    this.#settledMs = Math.max(this.#settledMs, moved);
  }
}
