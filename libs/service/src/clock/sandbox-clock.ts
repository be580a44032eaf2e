import { HeldCalls } from '../held-calls.js';

/** How far the sandbox has moved the bank's clock, as this process knows it. It only ever goes forward. */
export class SandboxClock {
  #offsetMs = 0;
  #settledMs = 0;
  readonly #held = new HeldCalls();

  /** `whenMoved` does what has become due; the move is settled when it is done. */
  constructor(private readonly whenMoved: () => Promise<unknown>) {}

  get offsetMs(): number {
    return this.#offsetMs;
  }
  get settledMs(): number {
    return this.#settledMs;
  }

  /** Resolves when the clock was moved further than this, after `maxMs`, or when waiting has ended. */
  async movedPast(offsetMs: number, maxMs: number): Promise<void> {
    if (this.#offsetMs <= offsetMs) await this.#held.hold(maxMs);
  }

  /** Ends all waiting: the process stops. */
  endWaiting(): void {
    this.#held.end();
  }

  async moveTo(offsetMs: number): Promise<void> {
    const before = this.#offsetMs;
    this.#offsetMs = Math.max(this.#offsetMs, offsetMs);
    const moved = this.#offsetMs;
    if (moved > before) this.#held.release();
    if (this.#settledMs >= moved) return;
    await this.whenMoved();
    this.#settledMs = Math.max(this.#settledMs, moved);
  }
}
