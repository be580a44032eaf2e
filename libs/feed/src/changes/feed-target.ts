import type { BankClock, Transaction } from '@open-banking/database';
import type { LoadFormat } from '../load/load-format.js';
import type { FeedChange, FeedPace, FeedStep } from './feed-step.js';

/** A service's handling of the changes of the bank's core. */
export interface FeedTarget {
  /** The lines it takes. */
  readonly format: LoadFormat;
  /** Applies steps in order, in the caller's transaction: all of them, or it throws; `FeedRefused` where it knows which line is wrong. */
  apply(tx: Transaction, steps: readonly FeedStep[], pace?: FeedPace): Promise<void>;
  /** The same of one step whose changes come in slices, in their order: what must hold at its end is asked after the last. */
  applySlices(tx: Transaction, slices: AsyncIterable<readonly FeedChange[]>, pace?: FeedPace): Promise<void>;
}

/** The parts that a target is made with. */
export interface FeedContext {
  readonly clock: BankClock;
}

/** Opens a service's target when the first change arrives: many banks send none. */
export abstract class FeedSource {
  abstract open(): Promise<(context: FeedContext) => FeedTarget>;
}
