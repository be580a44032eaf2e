import type { Money } from '@open-banking/messages';
import { EntryTotals } from '../load/camt/transactions-summary.js';
import type { LeftOut, SettlementItem, StatementFrame } from './settlement-item.js';

/** The part of an unfinished statement that has been read. */
export class OpenStatement {
  entries = 0;
  booked = 0;
  moved: Money | undefined;
  readonly uneven: StatementFrame['unevenBatches'][number][] = [];
  readonly leftOut: LeftOut[] = [];
  readonly items: SettlementItem[] = [];
  /** All entries, whatever their status. */
  readonly totals = new EntryTotals();
  firstEntry: string | undefined;
  lastEntry: string | undefined;

  /** `number`: among the statements of the file, from 1 on. */
  constructor(readonly number: number) {}

  /** Whether the entry is in the currency of those before it. */
  add(amount: Money, day: string): boolean {
    if (this.moved && this.moved.currency !== amount.currency) return false;
    this.booked += 1;
    this.moved = this.moved?.plus(amount) ?? amount;
    if (this.firstEntry === undefined || day < this.firstEntry) this.firstEntry = day;
    if (this.lastEntry === undefined || day > this.lastEntry) this.lastEntry = day;
    return true;
  }
}
