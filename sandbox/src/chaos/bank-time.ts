import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { moveClock, readClock } from '../third-party/move-clock.js';
import type { Insistence } from './insistence.js';
import type { TroubledBank } from './troubled-bank.js';

const everyMs = [4_000, 9_000] as const;
/** Far enough that approvals, tokens and dated payments come due within a round. */
const stepHours = [1, 9] as const;

/** The bank's clock in a storm: moved by some hours every few seconds, whether or not the bank can hear it just then. */
export class BankTime {
  moves = 0;
  #today = '';

  constructor(
    private readonly bank: TroubledBank,
    private readonly insist: Insistence,
  ) {}

  /** The bank's day, as it was last heard of. */
  get today(): string {
    return this.#today;
  }

  async begin(): Promise<void> {
    this.#today = await this.insist.on('clock', async () => (await readClock(this.bank.operator)).today);
  }

  async keepMoving(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(randomInt(...everyMs), undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.advance(`PT${randomInt(...stepHours)}H`).catch(() => undefined);
    }
  }

  /** Asked again until it is done: a move whose answer was lost may be done twice, which harms nobody. */
  async settle(by: string): Promise<void> {
    await this.insist.on('clock advance', () => this.advance(by).then(() => true as const));
  }

  private async advance(by: string): Promise<void> {
    const { today } = await moveClock(this.bank.operator, by);
    this.#today = today;
    this.moves += 1;
  }
}
