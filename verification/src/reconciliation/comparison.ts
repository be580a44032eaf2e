import { Money } from '@open-banking/messages';
import type { ClearingPosting, InstructedPayment, RejectedTransfer } from '@open-banking/contracts';
import { ofPayment } from './book-differences.js';
import type { Difference, DifferenceKind } from './difference.js';
import { isOutsideStatement, type SettlementIndex, type SettlementItem } from './settlement-item.js';

export interface Period {
  readonly from: string;
  readonly until: string;
}

type Subject = Pick<Difference, 'of' | 'id' | 'instructionId'>;

/** Compares what the bank knows, one by one, with the entries of the settlement account. */
export class Comparison {
  /** What cannot be compared, by currencies that no statement is of. */
  readonly uncovered = new Map<string, { count: number; sum: Money }>();
  /** Incoming entries that the bank's core books, and nothing here knows. */
  ofCore = 0;

  constructor(
    private readonly index: SettlementIndex,
    private readonly currencies: ReadonlySet<string>,
    private readonly period: Period,
    private readonly ledger: 'own' | 'core',
    private readonly report: (difference: Difference) => void,
  ) {}

  /** An instruction: what clearing paid out for it, and what came back without having been answered. */
  payment(payment: InstructedPayment): void {
    if (payment.settledHere) return;
    const expected = Money.of(payment.currency, payment.amount).negated();
    const items = this.#itemsOf([payment.paymentId, payment.instructionId], payment.endToEndId, expected);
    // Paid out and taken back by clearing itself: as if it had not been.
    if (payment.state === 'REJECTED' && items.length > 0 && itemTotal(items).isZero) return take(items);
    const debits = items.filter(({ amount }) => amount.isNegative);
    take(debits);
    this.#debits(payment, nearest(debits, expected), expected);
    this.#cameBack(
      payment,
      items.filter(({ amount }) => !amount.isNegative),
    );
  }

  /** A posting with an entry of its own. `mustBeThere`: it is of the period, so a statement must have it. */
  posting(posting: ClearingPosting, mustBeThere: boolean): void {
    const expected = Money.of(posting.currency, posting.amount);
    const subject = postingSubject(posting);
    const facts = { currency: posting.currency, date: posting.bookingDate, amount: expected.toString() };
    if (posting.kind.startsWith('PAYMENT') && !posting.isKnown)
      return this.report({
        kind: 'missing-there',
        ...subject,
        ...facts,
        text: 'is posted on the clearing account, and clearing was never instructed',
      });
    const items = this.#itemsOf([posting.subject], posting.endToEndId, expected).filter(
      ({ amount }) => amount.isNegative === expected.isNegative,
    );
    take(items);
    const [first, ...others] = nearest(items, expected);
    if (first) {
      this.#amount(subject, first, expected);
      if (posting.kind === 'CREDIT_TRANSFER') this.#valueDate(subject, first, posting.valueDate);
    } else if (mustBeThere && this.#isCovered(expected))
      this.report({ kind: 'missing-there', ...subject, ...facts, text: `${kindText(posting.kind)} here, and no statement has it` });
    for (const other of others) this.#say('settled-twice', subject, other, `is settled already by entry ${first!.reference}`);
  }

  /** A transfer that this bank rejected: its money must have gone back. */
  rejected({ transferId, reason, decidedOn }: RejectedTransfer): void {
    const items = this.index.withIds([transferId]);
    if (items.length === 0) return;
    take(items);
    if (itemTotal(items).isZero) return;
    this.#say(
      'settled-not-answered',
      { of: 'transfer', id: transferId },
      items[0]!,
      `was rejected here with ${reason} on ${decidedOn}: its money must go back`,
    );
  }

  /** An entry of which nothing here is known. */
  unknown(item: SettlementItem): void {
    if (!this.#isIn(item.bookingDate)) return this.#ofOtherDay(item);
    const subject = { of: 'entry', id: item.reference } as const;
    if (item.isCharge) return this.#say('charge-not-booked', subject, item, 'is a charge of clearing');
    if (this.index.hasTakenSibling(item))
      return this.#say('settled-twice', subject, item, `has the EndToEndId ${item.endToEndId!}, which is settled already`);
    if (this.ledger === 'core' && item.amount.isPositive) this.ofCore += 1;
    else this.#say('missing-here', subject, item, `is of nothing that is known here${byEndToEndId(item)}`);
  }

  /** A statement has only entries of its own days: where one has others, what it says of those days cannot be relied on. */
  outside(item: SettlementItem): void {
    if (item.isReported) return;
    item.isReported = true;
    const { id, from, until } = item.statement!;
    const days = from === until ? from : `${from} to ${until}`;
    const known = item.isTaken ? '' : ', and nothing here is known of it';
    this.report({
      kind: 'outside-statement',
      ...entryFacts(item),
      text: `is booked on a day that its statement ${id}, of ${days}, does not cover${known}`,
    });
  }

  #ofOtherDay(item: SettlementItem): void {
    if (isOutsideStatement(item)) return;
    const { from, until } = this.period;
    const days = from === until ? from : `${from} to ${until}`;
    this.report({
      kind: 'left-out',
      ...entryFacts(item),
      reason: 'of other days',
      text: `is booked on another day than ${days}, and nothing here is known of it`,
    });
  }

  /** Entries by ids, or where none has one of them, by the EndToEndId. */
  #itemsOf(ids: readonly string[], endToEndId: string | null, expected: Money): SettlementItem[] {
    const items = this.index.withIds(ids).filter(({ amount }) => amount.currency === expected.currency);
    return items.length > 0 ? items : this.index.withEndToEndId(endToEndId, expected);
  }

  #debits(payment: InstructedPayment, [first, ...others]: readonly SettlementItem[], expected: Money): void {
    const isSettled = payment.state === 'ACCEPTED' || payment.state === 'RETURNED';
    if (first) this.#paidOut(payment, first, expected, isSettled);
    else if (isSettled && this.#isIn(payment.settlementDate)) this.#unsettled(payment, expected);
    for (const other of others) this.#say('settled-twice', ofPayment(payment), other, `is settled already by entry ${first!.reference}`);
  }

  #paidOut(payment: InstructedPayment, item: SettlementItem, expected: Money, isSettled: boolean): void {
    const subject = ofPayment(payment);
    const { state, reason, settlementDate } = payment;
    if (!isSettled) {
      const answer = state === 'INSTRUCTED' ? 'is not answered' : `is answered ${state}${reason === null ? '' : ` ${reason}`}`;
      this.#say('settled-not-answered', subject, item, `is settled there and ${answer}`);
    }
    this.#amount(subject, item, expected);
    if (isSettled) this.#valueDate(subject, item, settlementDate);
  }

  /** Returns are postings of their own; those of payments that the core books are compared here. */
  #cameBack(payment: InstructedPayment, credits: readonly SettlementItem[]): void {
    if (credits.length === 0 || (payment.state === 'RETURNED' && !payment.byCore)) return;
    const returned = Money.of(payment.currency, payment.amount);
    take(credits);
    const [first, ...others] = nearest(credits, returned);
    if (payment.state === 'RETURNED') this.#amount(ofPayment(payment), first!, returned);
    else this.#say('settled-not-answered', ofPayment(payment), first!, `came back there and is answered ${payment.state}`);
    for (const other of others) this.#say('settled-twice', ofPayment(payment), other, `came back already by entry ${first!.reference}`);
  }

  #unsettled(payment: InstructedPayment, expected: Money): void {
    if (!this.#isCovered(expected)) return;
    const { state, settlementDate } = payment;
    const text = `is answered ${state} and due on ${settlementDate}, and no statement has it`;
    this.report({ kind: 'answered-not-settled', ...ofPayment(payment), date: settlementDate, text });
  }

  #amount(subject: Subject, item: SettlementItem, expected: Money): void {
    const { amount, charges } = item;
    if (amount.equals(expected)) return;
    if (charges && amount.minus(charges).equals(expected))
      return this.#say('charge-not-booked', subject, item, `${expected} is settled with a charge in it, as ${amount}`, charges);
    this.#say('amount-differs', subject, item, `is ${expected} here and ${amount} there`);
  }

  #valueDate(subject: Subject, item: SettlementItem, expected: string): void {
    if (item.valueDate !== expected)
      this.#say('value-date-differs', subject, item, `is due on ${expected} and has the value date ${item.valueDate} there`);
  }

  #say(kind: DifferenceKind, subject: Subject, item: SettlementItem, text: string, amount = item.amount): void {
    const { bookingDate, place } = item;
    if (!this.#isIn(bookingDate)) return;
    item.isReported = true;
    const { of, id, instructionId } = subject;
    const named = { of, id, ...(instructionId !== undefined && { instructionId }) };
    this.report({ kind, ...named, amount: amount.toString(), currency: amount.currency, date: bookingDate, text, place });
  }

  #isIn(day: string): boolean {
    return day >= this.period.from && day <= this.period.until;
  }

  #isCovered(amount: Money): boolean {
    const { currency } = amount;
    if (this.currencies.has(currency)) return true;
    const before = this.uncovered.get(currency) ?? { count: 0, sum: Money.zero(currency) };
    this.uncovered.set(currency, { count: before.count + 1, sum: before.sum.plus(amount) });
    return false;
  }
}

/** Where no id of the bank's could be found, nobody says of which amount it should have been. */
function byEndToEndId({ isNamed, ids, endToEndId }: SettlementItem): string {
  if (isNamed) return '';
  if (endToEndId !== undefined) return ` by this amount, EndToEndId ${endToEndId}`;
  return ids.length > 0 ? '' : ', and it has no id to find anything by';
}

const entryFacts = ({ reference, amount, bookingDate, place }: SettlementItem) =>
  ({ of: 'entry', id: reference, amount: amount.toString(), currency: amount.currency, date: bookingDate, place }) as const;

function take(items: readonly SettlementItem[]): void {
  for (const item of items) item.isTaken = true;
}

const itemTotal = (items: readonly SettlementItem[]): Money =>
  Money.sum(
    items[0]!.amount.currency,
    items.map(({ amount }) => amount),
  );

/** The one with the expected amount first. */
const nearest = (items: readonly SettlementItem[], expected: Money): SettlementItem[] =>
  items.toSorted((a, b) => Number(b.amount.equals(expected)) - Number(a.amount.equals(expected)));

const postingSubject = ({ kind, subject }: ClearingPosting): Subject => {
  if (kind.startsWith('PAYMENT')) return { of: 'payment', id: subject };
  return { of: kind === 'CREDIT_TRANSFER' ? 'transfer' : 'collection', id: subject };
};

const words: Readonly<Record<string, string>> = {
  PAYMENT_RETURNED: 'came back',
  CREDIT_TRANSFER: 'came in',
  COLLECTION: 'is paid out as collected',
  COLLECTION_REFUNDED: 'is refunded',
};
const kindText = (kind: string): string => words[kind] ?? 'is posted';
