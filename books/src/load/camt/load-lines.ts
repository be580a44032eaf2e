import { afterCurrentDay, LoadError } from '@open-banking/database';
import { amountDigits, amountMisfit, amountText, Decimal } from '@open-banking/messages';
import type { AccountState } from './account-state.js';
import type { Statement, StatementEntry } from './statement.js';

export type Line = Readonly<Record<string, unknown>>;

/** Lines of the load format, each with the line of the statement that it was made from. */
export interface LoadLines {
  readonly lines: readonly (readonly [line: Line, from: number])[];
  readonly known: number;
}

/** What the entries of one account are in the load format: those that the books do not have, and the account's new balance. */
export class AccountLines {
  readonly errors: LoadError[] = [];

  constructor(
    private readonly file: string,
    private readonly state: AccountState,
    /** The bank's current day: nothing is booked after it. */
    private readonly today: string,
  ) {}

  of(statements: readonly Statement[], changedAt: Date): LoadLines {
    const entries = statements.flatMap((statement) => statement.entries);
    this.refuseRepeated(entries);
    const fresh = entries.filter((entry) => this.isFresh(entry)).toSorted((a, b) => a.bookingDate.localeCompare(b.bookingDate));
    for (const entry of fresh) this.refuseUnfit(entry);
    const lines = this.entryLines(fresh);
    const booked = this.sum([this.state.booked, ...fresh.map(({ amount }) => amount)]);
    this.refuseOtherClosing(statements, fresh, booked);
    const known = entries.length - fresh.length;
    return fresh.length === 0
      ? { lines: [], known }
      : { lines: [[this.balanceLine(fresh, booked, changedAt), fresh[0]!.line], ...lines], known };
  }

  private refuse(line: number, field: string, reason: string): void {
    this.errors.push(new LoadError(this.file, line, field, reason));
  }

  private refuseRepeated(entries: readonly StatementEntry[]): void {
    const lines = new Map<string, number>();
    for (const { transactionId, line } of entries) {
      const before = lines.get(transactionId);
      if (before !== undefined)
        this.refuse(line, 'Ntry/AcctSvcrRef', `is also that of the entry in line ${before}: each entry needs its own`);
      lines.set(transactionId, line);
    }
  }

  private isFresh({ transactionId, amount, bookingDate, line }: StatementEntry): boolean {
    const known = this.state.known.find(({ id }) => id === transactionId);
    if (!known) return true;
    if (!new Decimal(known.amount).equals(amount) || known.bookingDate !== bookingDate)
      this.refuse(
        line,
        'Ntry/AcctSvcrRef',
        `is booked already, with ${known.amount} on ${known.bookingDate}: a booked entry does not change, another entry corrects it`,
      );
    return false;
  }

  private refuseUnfit({ currency, amount, bookingDate, line }: StatementEntry): void {
    const { state } = this;
    if (currency !== state.currency) this.refuse(line, 'Ntry/Amt', `must be in ${state.currency}, the account's currency`);
    else {
      const misfit = amountMisfit(currency, amountDigits(amount));
      if (misfit !== undefined) this.refuse(line, 'Ntry/Amt', misfit);
    }
    if (Number(amount) === 0) this.refuse(line, 'Ntry/Amt', 'must not be zero');
    if (bookingDate > this.today) this.refuse(line, 'Ntry/BookgDt', afterCurrentDay(this.today));
    if (bookingDate < state.lastBookingDate)
      this.refuse(line, 'Ntry/BookgDt', `must not be before ${state.lastBookingDate}, up to which the books of this account are written`);
    else if (state.lastPosted !== null && bookingDate <= state.lastPosted)
      this.refuse(line, 'Ntry/BookgDt', `must be after ${state.lastPosted}, on which this bank has booked on the account itself`);
  }

  private refuseOtherClosing(statements: readonly Statement[], fresh: readonly StatementEntry[], booked: string): void {
    const last = fresh.at(-1)?.bookingDate ?? this.state.lastBookingDate;
    const closing = statements
      .flatMap((statement) => statement.closing ?? [])
      .toSorted((a, b) => a.date.localeCompare(b.date))
      .at(-1);
    if (closing && closing.date >= last && !new Decimal(closing.amount).equals(booked))
      this.refuse(
        closing.line,
        'Bal',
        `must be ${booked}, the balance in the books after these entries: a statement in between is missing`,
      );
  }

  private entryLines(fresh: readonly StatementEntry[]): [Line, number][] {
    let reference = BigInt(this.state.lastReference);
    let balance = this.state.booked;
    return fresh.map(({ line, currency: _, ...entry }) => {
      reference += 1n;
      balance = this.sum([balance, entry.amount]);
      const { accountId } = this.state;
      const entryReference = String(reference).padStart(16, '0');
      return [
        { type: 'entry', accountId, entryReference, ...entry, bookedAt: `${entry.bookingDate}T12:00:00Z`, balanceAfter: balance },
        line,
      ];
    });
  }

  private balanceLine(fresh: readonly StatementEntry[], booked: string, changedAt: Date): Line {
    const { accountId, reserved, incoming, overdraft, lastBookingDate: before, bookedBefore } = this.state;
    const lastBookingDate = fresh.at(-1)!.bookingDate;
    const ofLastDay = fresh
      .filter((entry) => entry.bookingDate === lastBookingDate)
      .map(({ amount }) => new Decimal(amount).negated().toFixed());
    return {
      type: 'accountBalance',
      accountId,
      booked,
      reserved,
      incoming,
      overdraft,
      lastBookingDate,
      bookedBefore: lastBookingDate > before ? this.sum([booked, ...ofLastDay]) : bookedBefore,
      changedAt: changedAt.toISOString(),
    };
  }

  private sum(amounts: readonly string[]): string {
    const { currency } = this.state;
    return amountText(currency, amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed());
  }
}
