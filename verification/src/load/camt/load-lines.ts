import { afterCurrentDay, LoadError } from '@open-banking/feed';
import { amountDigits, amountMisfit, amountText, Decimal, minorUnits, Money } from '@open-banking/messages';
import type { AccountState } from './account-state.js';
import { EntryIdentity, referenceDigestOf, type JudgedEntry } from './entry-identity.js';
import { entryName } from './entry-place.js';
import type { EqualEntries, LoadedReference } from './loaded-statements.js';
import { entryItem, type ReportItem } from './statement-report.js';
import { oldestFirst, type Statement, type StatementEntry } from './statement.js';

export type Line = Readonly<Record<string, unknown>>;

/** Where a line of the load format comes from: the line of the statement's file, and the entry. */
export interface LineOrigin {
  readonly line: number;
  readonly place: string | undefined;
}

/** What one account gets from a file. */
export interface AccountLoad {
  readonly lines: readonly (readonly [line: Line, from: LineOrigin])[];
  readonly items: readonly ReportItem[];
  readonly references: readonly LoadedReference[];
  /** The number of entries that each statement adds, and whether the operator's word on equal entries decided about some of them. */
  readonly statements: readonly { readonly statement: Statement; readonly booked: number; readonly isDecided: boolean }[];
}

/** An entry that is to be booked, with its id and the day on which it is booked. */
interface FreshEntry {
  readonly entry: StatementEntry;
  readonly id: string;
  readonly bookedOn: string;
}

/** What the new entries of one account are in the load format: those that the books do not have, and the account's new balance. */
export class AccountLines {
  readonly errors: LoadError[] = [];
  readonly #items: ReportItem[] = [];

  constructor(
    private readonly file: { readonly name: string; readonly sha256: string },
    private readonly state: AccountState,
    /** The bank's current day: nothing is booked after it. */
    private readonly today: string,
    private readonly equalEntries: EqualEntries | undefined,
  ) {}

  /**
   * `statements` are those of the account that are not known, and among them are `reissued`: others with their ids were loaded. `hasFaults`: the
   * file's reader has found faults, so that entries are missing here.
   */
  loadFor(statements: readonly Statement[], reissued: ReadonlySet<Statement>, changedAt: Date, hasFaults: boolean): AccountLoad {
    const identity = new EntryIdentity(statements, this.state.earlier, this.state.pending, this.file.sha256);
    const judged = statements.map((statement) => this.chosen(statement, identity, reissued.has(statement)));
    const fresh = judged.flatMap(({ fresh: of }) => of).toSorted((a, b) => a.entry.bookingDate.localeCompare(b.entry.bookingDate));
    for (const one of fresh) this.refuseUnfit(one);
    if (this.errors.length === 0 && !hasFaults) this.refuseOtherClosing(statements, fresh);
    const decided = judged.map(({ statement, fresh: { length: booked }, isDecided }) => ({ statement, booked, isDecided }));
    if (this.errors.length > 0 || fresh.length === 0) return { lines: [], items: this.#items, references: [], statements: decided };
    const lines = this.entryLines(fresh);
    const first = { line: fresh[0]!.entry.line, place: undefined };
    const references = this.referencesOf(fresh, lines);
    return { lines: [[this.balanceLine(fresh, changedAt), first], ...lines], items: this.#items, references, statements: decided };
  }

  private referencesOf(fresh: readonly FreshEntry[], lines: AccountLoad['lines']): LoadedReference[] {
    return fresh.flatMap(({ entry }, at) => {
      const digest = referenceDigestOf(entry);
      const entryReference = lines[at]![0]['entryReference'] as string;
      return digest === undefined ? [] : [{ accountId: this.state.accountId, entryReference, digest }];
    });
  }

  private refuse({ line, place }: StatementEntry, field: string, reason: string): void {
    this.errors.push(new LoadError(this.file.name, line, field, reason, entryName(place)));
  }

  /** The entries of a statement that are to be booked, oldest first. */
  private chosen(
    statement: Statement,
    identity: EntryIdentity,
    isReissued: boolean,
  ): { statement: Statement; fresh: FreshEntry[]; isDecided: boolean } {
    const judged = identity.judge(statement);
    this.refuseUndecided(judged);
    const unproved = isReissued ? judged.filter(({ entry, verdict }) => verdict === 'new' && !identity.isUnique(entry)) : [];
    if (this.equalEntries === undefined) this.refuseReissued(statement, unproved);
    const isNew = ({ verdict }: JudgedEntry): boolean =>
      verdict === 'new' || (this.equalEntries === 'new' && (verdict === 'equal' || verdict === 'contradicted'));
    for (const { entry, verdict, earlier } of judged) {
      if (verdict === 'known') this.#items.push(entryItem('known-entry', entry.place));
      if (verdict === 'equal' && this.equalEntries === 'same')
        this.#items.push(entryItem('equal-entry', entry.place, `, booked as ${earlier!.id}`));
    }
    const ids = identity.assign(
      statement,
      judged.filter(isNew).map(({ entry }) => entry),
    );
    const { lastBookingDate } = this.state;
    const fresh = oldestFirst([...ids.keys()].toSorted((a, b) => a.place.number - b.place.number)).map((entry) => ({
      entry,
      id: ids.get(entry)!,
      bookedOn: entry.bookingDate < lastBookingDate ? lastBookingDate : entry.bookingDate,
    }));
    const isAsked = unproved.length > 0 || judged.some(({ verdict }) => verdict === 'equal' || verdict === 'contradicted');
    const isDecided = this.equalEntries !== undefined && isAsked;
    return { statement, fresh, isDecided };
  }

  /** Entries of which nothing proves whether they are in the books already. */
  private refuseUndecided(judged: readonly JudgedEntry[]): void {
    for (const { entry, earlier } of judged.filter(({ verdict }) => verdict === 'contradicted' && this.equalEntries !== 'new'))
      this.refuse(
        entry,
        'Ntry/AcctSvcrRef',
        `is booked already, with ${earlier!.amount} on ${earlier!.bookingDate}: a booked entry does not change, another entry corrects it. ` +
          'If this is another entry under the same reference, such as a fee, load the file with --equal-entries new',
      );
    const equal = judged.filter(({ verdict }) => verdict === 'equal');
    if (equal.length === 0 || this.equalEntries !== undefined) return;
    const named = equal.map(({ entry: { place, amount, bookingDate }, earlier }) => {
      const money = `${this.formatted(amount)} ${this.state.currency} on ${bookingDate}`;
      return `${entryName(place)}: ${money}, like the transactionId ${earlier!.id}`;
    });
    const [{ entry }] = equal as [JudgedEntry];
    this.errors.push(
      new LoadError(
        this.file.name,
        entry.line,
        'Ntry',
        `${named.length === 1 ? 'an entry equals one' : `${named.length} entries equal entries`} of another statement, and no unique AcctSvcrRef proves whether it is the same:\n` +
          named.map((one) => `  ${one}\n`).join('') +
          '  Compare the statements. If these are further entries, load the file with --equal-entries new, which books them;\n' +
          '  if they are the same entries, with --equal-entries same, which leaves them out',
      ),
    );
  }

  /** A bank that sends a statement again with a correction, or begins its ids again: nothing proves which. */
  private refuseReissued({ line }: Statement, unproved: readonly JudgedEntry[]): void {
    if (unproved.length === 0) return;
    const named = unproved.map(({ entry: { place, amount, bookingDate } }) => {
      return `  ${entryName(place)}: ${this.formatted(amount)} ${this.state.currency} on ${bookingDate}\n`;
    });
    this.errors.push(
      new LoadError(
        this.file.name,
        line,
        'Stmt',
        `has the MsgId and Id of a statement that was loaded, with other content, and no unique AcctSvcrRef proves that these entries are not booked:\n${named.join('')}` +
          '  Compare it with the loaded statement. If it is another statement under the same ids, load the file with --equal-entries new;\n' +
          '  if the bank sent it again with further entries, with --equal-entries same, which leaves out the equal entries and books the others.\n' +
          '  If it corrects a booked entry, do not load it: book the difference as an entry of its own',
      ),
    );
  }

  private formatted(amount: string): string {
    return new Decimal(amount).toFixed(Math.max(new Decimal(amount).decimalPlaces(), minorUnits(this.state.currency)));
  }

  private refuseUnfit({ entry, bookedOn }: FreshEntry): void {
    const { state } = this;
    const { currency, amount, bookingDate } = entry;
    if (bookingDate > this.today) this.refuse(entry, 'Ntry/BookgDt', afterCurrentDay(this.today));
    if (currency !== state.currency)
      this.refuse(
        entry,
        'Ntry/Amt',
        `must be in ${state.currency}, the account's currency: ask the bank that wrote the statement for the amount that it booked on the account`,
      );
    else {
      const misfit = amountMisfit(currency, amountDigits(amount));
      if (misfit !== undefined) this.refuse(entry, 'Ntry/Amt', misfit);
    }
    if (state.lastPosted === null || bookedOn > state.lastPosted) return;
    const late =
      bookingDate < state.lastBookingDate
        ? `. A late entry is booked on the account's last day, ${state.lastBookingDate}, and would change the balance after this bank's own entries`
        : '';
    this.refuse(entry, 'Ntry/BookgDt', `must be after ${state.lastPosted}, on which this bank has booked on the account itself${late}`);
  }

  private refuseLate(entry: StatementEntry): void {
    const { lastBookingDate } = this.state;
    this.refuse(
      entry,
      'Ntry/BookgDt',
      `must not be before ${lastBookingDate}, up to which the books of this account are written: load statements in the order of their days. ` +
        `An entry that the bank booked late is taken, on ${lastBookingDate}, from a statement with the closing balance (CLBD) of that day or a later one`,
    );
  }

  /** An entry of a day that is closed changes no earlier balance: it is booked on the last day, where the closing balance confirms it. */
  private refuseOtherClosing(statements: readonly Statement[], fresh: readonly FreshEntry[]): void {
    const last = fresh.at(-1)?.bookedOn ?? this.state.lastBookingDate;
    const closings = this.closingsOf(statements, last);
    const late = fresh.filter(({ entry, bookedOn }) => entry.bookingDate < bookedOn);
    if (closings.length === 0) for (const { entry } of late) this.refuseLate(entry);
    const booked = this.bookedAfter(fresh);
    const [closing] = closings;
    if (closing && closings.every(({ amount }) => !new Decimal(amount).equals(booked)))
      this.errors.push(new LoadError(this.file.name, closing.line, 'Bal', this.otherClosing(closing, booked)));
    if (closings.length === 0 && fresh.length > 0) this.#items.push({ reason: 'unconfirmed', what: `account ${statements[0]!.iban}` });
    for (const { entry, bookedOn } of late) this.#items.push(entryItem('moved', entry.place, `, of ${entry.bookingDate} on ${bookedOn}`));
  }

  private otherClosing({ amount, date }: { readonly amount: string; readonly date: string }, booked: string): string {
    const difference = new Decimal(amount).minus(booked).toFixed();
    return (
      `must be ${booked}, the balance in the books after these entries; it is ${this.formatted(amount)} on ${date}. ` +
      `The difference of ${this.formatted(difference)} is in statements that are not loaded yet, or in entries that are left out`
    );
  }

  /** The closing balances of the last day that has one, in the account's currency; none that is before the last booking day. */
  private closingsOf(statements: readonly Statement[], last: string): NonNullable<Statement['closing']>[] {
    const closings = statements.flatMap(({ closing }) => (closing?.currency === this.state.currency ? [closing] : []));
    const latest = closings
      .map(({ date }) => date)
      .toSorted()
      .at(-1);
    return latest === undefined || latest < last ? [] : closings.filter(({ date }) => date === latest).toReversed();
  }

  private entryLines(fresh: readonly FreshEntry[]): [Line, LineOrigin][] {
    let reference = BigInt(this.state.lastReference);
    let balance = this.state.booked;
    const { accountId } = this.state;
    return fresh.map(({ entry: { line, place, valueDate, bookingDate, facts, ...entry }, id: transactionId, bookedOn }) => {
      reference += 1n;
      const amount = Money.of(entry.currency, entry.amount).toString();
      balance = this.sum([balance, amount]);
      const entryReference = String(reference).padStart(16, '0');
      // Its own day also where it is booked on a later one: so the entry is recognised when a later file has it again.
      const bookedAt = `${bookingDate}T12:00:00Z`;
      return [
        {
          type: 'entry',
          accountId,
          entryReference,
          transactionId,
          bookingDate: bookedOn,
          valueDate,
          amount,
          ...facts,
          bookedAt,
          balanceAfter: balance,
        },
        { line, place: entryName(place) },
      ];
    });
  }

  private balanceLine(fresh: readonly FreshEntry[], changedAt: Date): Line {
    const { accountId, reserved, incoming, overdraft, lastBookingDate: before, bookedBefore } = this.state;
    const booked = this.bookedAfter(fresh);
    const lastBookingDate = fresh.at(-1)!.bookedOn;
    const ofLastDay = fresh
      .filter(({ bookedOn }) => bookedOn === lastBookingDate)
      .map(({ entry }) => new Decimal(entry.amount).negated().toFixed());
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

  private bookedAfter(fresh: readonly FreshEntry[]): string {
    return this.sum([this.state.booked, ...fresh.map(({ entry }) => entry.amount)]);
  }

  private sum(amounts: readonly string[]): string {
    const { currency } = this.state;
    return amountText(currency, amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed());
  }
}
