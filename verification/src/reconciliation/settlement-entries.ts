import type { Money } from '@open-banking/messages';
import { batchSize, transactionDetails } from '../load/camt/entry-facts.js';
import { entryName, entryPlace } from '../load/camt/entry-place.js';
import { entryStatus, signedText } from '../load/camt/statement.js';
import { childAt, textAt, type XmlElement } from '../load/camt/xml-tree.js';
import { referencesOf } from './entry-references.js';
import type { OpenStatement } from './open-statement.js';
import type { LeftOut, SettlementItem } from './settlement-item.js';
import type { StatementFaults } from './statement-faults.js';
import type { StatementValues } from './statement-values.js';

/** Sub-families of ISO 20022 bank transaction codes for charges. */
const chargeCodes: ReadonlySet<string> = new Set(['CHRG', 'COMM', 'FEES', 'COMI', 'COMT', 'MCRD']);

/** What the transactions of an entry have in common. */
type Common = Pick<
  SettlementItem,
  'reference' | 'place' | 'isCharge' | 'bookingDate' | 'valueDate' | 'isTaken' | 'isReported' | 'statement'
>;

/** Reads the entries of settlement statements: into items to compare, and what is left out. */
export class SettlementEntries {
  constructor(
    private readonly faults: StatementFaults,
    private readonly values: StatementValues,
    private readonly onItem: (item: SettlementItem) => void,
  ) {}

  read(element: XmlElement, open: OpenStatement): void {
    open.entries += 1;
    this.faults.entry = entryName(entryPlace(element, open.number, open.entries));
    const isBooked = entryStatus(element) === 'BOOK';
    open.totals.add(signedText(element), isBooked);
    if (isBooked) this.#booked(element, open);
    else this.#notBooked(element, open);
    this.faults.entry = undefined;
  }

  /** With the name of the entry that is being read. */
  #placeOf(element: XmlElement): string {
    return `${this.faults.file}:${element.line}, ${this.faults.entry!}`;
  }

  /** An entry that is not booked is not settled. Its amount and day need not be right. */
  #notBooked(element: XmlElement, open: OpenStatement): void {
    const status = entryStatus(element);
    const sign = textAt(element, 'CdtDbtInd') === 'DBIT' ? '-' : '';
    open.leftOut.push({
      id: entryReference(element, open),
      reason: status === undefined ? 'without a status' : `with the status ${status}`,
      text: status === undefined ? 'has no status: only booked entries (BOOK) are compared' : `has the status ${status}, and is not booked`,
      amount: `${sign}${textAt(element, 'Amt') ?? '0'}`,
      currency: childAt(element, 'Amt')?.attributes['Ccy'] ?? '',
      date: this.values.dayIfAny(element, 'BookgDt') ?? this.values.dayIfAny(element, 'ValDt') ?? '',
      place: this.#placeOf(element),
    });
  }

  #booked(element: XmlElement, open: OpenStatement): void {
    const amount = this.values.signed(element, 'Ntry');
    const bookingDate = this.values.day(element, 'BookgDt');
    const valueDate = childAt(element, 'ValDt') ? this.values.day(element, 'ValDt') : bookingDate;
    if (!amount || bookingDate === undefined || valueDate === undefined) return;
    if (!open.add(amount, bookingDate)) {
      this.faults.add(element, 'Ntry/Amt', `must be in ${open.moved!.currency}, like the entries before it`);
      return;
    }
    const common: Common = {
      reference: entryReference(element, open),
      place: this.#placeOf(element),
      isCharge: isCharge(element),
      bookingDate,
      valueDate,
      isTaken: false,
      isReported: false,
      statement: undefined,
    };
    const transactions = transactionDetails(element);
    if (transactions.length > 1 && this.#batch(element, transactions, amount, common, open)) return;
    this.#single(element, transactions, amount, common, open);
  }

  #hand(item: SettlementItem, open: OpenStatement): void {
    if (item.amount.isZero) {
      open.leftOut.push(leftOut(item, item.amount, 'of 0.00', 'has an amount of zero, which books nothing'));
      return;
    }
    open.items.push(item);
    this.onItem(item);
  }

  /** An entry as one item. That of a batch is found by its own references: those of its transactions are of other amounts. */
  #single(element: XmlElement, transactions: readonly XmlElement[], amount: Money, common: Common, open: OpenStatement): void {
    const [one] = transactions.length === 1 ? transactions : [];
    const charges = this.#charges([element, ...(one ? [one] : [])], amount, common, open);
    this.#hand({ ...common, ...referencesOf(element, one), amount, charges }, open);
    const size = batchSize(element, transactions);
    if (size < 2) return;
    const text = `is a batch of ${size} transactions, and the statement does not state the amount of each in ${amount.currency}: it is compared as one entry`;
    open.leftOut.push(leftOut(common, amount, 'batches compared as one entry', text));
  }

  /** Those of the entry, or else of its transaction. */
  #charges(elements: readonly XmlElement[], amount: Money, common: Common, open: OpenStatement): Money | undefined {
    const found = elements.map((element) => this.values.charges(element, amount));
    const text = `has a charge in another currency than ${amount.currency}, which is not compared`;
    for (const charge of found.flatMap(({ foreign }) => foreign))
      open.leftOut.push(leftOut(common, charge, 'charges in another currency', text));
    return found.find(({ included }) => included)?.included;
  }

  /** Whether each transaction of a batch states its amount in the entry's currency, so that it is an item. */
  #batch(element: XmlElement, transactions: readonly XmlElement[], amount: Money, common: Common, open: OpenStatement): boolean {
    const entry = this.faults.entry!;
    const parts = transactions.map((transaction, index) => {
      this.faults.entry = `${entry}, transaction ${index + 1}`;
      const part = this.values.transactionAmount(transaction, amount.currency, textAt(element, 'CdtDbtInd'));
      return { transaction, part, place: this.#placeOf(transaction) };
    });
    this.faults.entry = entry;
    if (parts.some(({ part }) => part === 'unstated')) return false;
    if (this.faults.any) return true;
    const items = parts.map(({ transaction, part, place }) => ({ transaction, place, part: part as Money }));
    this.#handBatch(items, amount, common, open);
    return true;
  }

  #handBatch(
    parts: readonly { readonly transaction: XmlElement; readonly part: Money; readonly place: string }[],
    amount: Money,
    common: Common,
    open: OpenStatement,
  ): void {
    for (const { transaction, part, place } of parts) {
      const own = { ...common, place };
      const charges = this.#charges([transaction], part, own, open);
      this.#hand({ ...own, ...referencesOf(undefined, transaction), amount: part, charges }, open);
    }
    const sum = parts.reduce((total, { part }) => total.plus(part), amount.minus(amount));
    if (sum.equals(amount)) return;
    const { reference, bookingDate: date, place } = common;
    open.uneven.push({ reference, entry: amount, transactions: sum, date, place });
  }
}

/** By what differences name an entry. */
const entryReference = (entry: XmlElement, { number, entries }: OpenStatement): string =>
  textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef') ?? `statement ${number}, entry ${entries}`;

const leftOut = ({ reference, bookingDate, place }: Common, amount: Money, reason: string, text: string): LeftOut => ({
  id: reference,
  reason,
  text,
  amount: amount.toString(),
  currency: amount.currency,
  date: bookingDate,
  place,
});

const isCharge = (entry: XmlElement): boolean => chargeCodes.has(textAt(entry, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? '');
