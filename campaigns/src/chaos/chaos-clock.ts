import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { moveClock, readClock } from '@open-banking/operator-client';
import type { RetryPolicy } from '@open-banking/sandbox/payer';
import type { ChaosBank } from './chaos-bank.js';

/** How long the clock stands between two moves, in milliseconds: at least and at most. */
export type ClockPauses = readonly [minMs: number, maxMs: number];

const usualPauses: ClockPauses = [4_000, 9_000];
/** Far enough that approvals, tokens and dated payments come due within a round. */
const stepHours = [1, 9] as const;

/** Moves the bank's clock forward by a few hours every few seconds, even while services are down. */
export class ChaosClock {
  moves = 0;
  #today = '';

  constructor(
    private readonly bank: ChaosBank,
    private readonly retryPolicy: RetryPolicy,
    private readonly pauses: ClockPauses = usualPauses,
  ) {}

  /** The bank's date, as last reported. */
  get today(): string {
    return this.#today;
  }

  async start(): Promise<void> {
    this.#today = await this.retryPolicy.retry('clock', async () => (await readClock(this.bank.operator)).today);
  }

  async keepMoving(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(randomInt(...this.pauses), undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.advance(`PT${randomInt(...stepHours)}H`).catch(() => undefined);
    }
  }

  /** Moves the clock, retrying until it succeeds. If a response is lost, the clock may move twice, which is harmless. */
  async settle(by: string): Promise<void> {
    await this.retryPolicy.retry('clock advance', () => this.advance(by).then(() => true as const));
  }

  private async advance(by: string): Promise<void> {
    const { today } = await moveClock(this.bank.operator, by);
    this.#today = today;
    this.moves += 1;
  }
}
