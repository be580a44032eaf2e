import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { LoadError } from '@open-banking/database';
import { Money } from '@open-banking/messages';
import { namespaces, statusOf } from '../load/camt/statement.js';
import { all, at, textAt, XmlReader, type XmlElement } from '../load/camt/xml-tree.js';
import { referencesOf } from './entry-references.js';
import type { LeftOut, SettlementItem, StatementFrame } from './settlement-item.js';
import { entryName, StatementFaults } from './statement-faults.js';
import { StatementValues } from './statement-values.js';

/** Sub-families of ISO 20022 bank transaction codes for charges. */
const chargeCodes: ReadonlySet<string> = new Set(['CHRG', 'COMM', 'FEES', 'COMI', 'COMT', 'MCRD']);

/**
 * Reads a camt.053 file as it comes: its entries one by one, its statements when they end. Times belong to the days of the bank's time zone.
 * Throws what is wrong with the file.
 */
export async function readSettlements(
  file: string,
  timeZone: string,
  onItem: (item: SettlementItem) => void,
  onStatement: (statement: StatementFrame) => void,
): Promise<void> {
  const reading = new SettlementFile(basename(file), timeZone, onItem, onStatement);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const text = (bytes?: Buffer): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new LoadError(basename(file), 1, undefined, 'must be in UTF-8');
    }
  };
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) reading.write(text(bytes));
  reading.write(text());
  reading.close();
}

type Uneven = StatementFrame['unevenBatches'][number];
type Common = Pick<
  SettlementItem,
  'reference' | 'place' | 'isCharge' | 'bookingDate' | 'valueDate' | 'isTaken' | 'isReported' | 'statement'
>;

/** What has been read of the statement that is not over. */
class OpenStatement {
  entries = 0;
  booked = 0;
  moved: Money | undefined;
  readonly uneven: Uneven[] = [];
  readonly leftOut: LeftOut[] = [];
  readonly items: SettlementItem[] = [];
  firstEntry: string | undefined;
  lastEntry: string | undefined;

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

class SettlementFile {
  readonly #reader: XmlReader;
  readonly #faults: StatementFaults;
  readonly #values: StatementValues;
  #open = new OpenStatement(1);

  constructor(
    private readonly file: string,
    timeZone: string,
    private readonly onItem: (item: SettlementItem) => void,
    private readonly onStatement: (statement: StatementFrame) => void,
  ) {
    this.#faults = new StatementFaults(file);
    this.#values = new StatementValues(this.#faults, timeZone);
    this.#reader = new XmlReader(file, (element, around) => this.#take(element, around));
  }

  write(text: string): void {
    this.#reader.write(text);
  }

  close(): void {
    const root = this.#reader.close();
    this.#refuseOther(root);
    if (this.#open.number === 1 && !this.#faults.any) this.#faults.add(root, 'BkToCstmrStmt', 'has no Stmt');
    this.#faults.throwAll();
  }

  /** Entries and statements are handed on when they end, and forgotten. */
  #take(element: XmlElement, around: readonly XmlElement[]): boolean {
    const [root, , statement] = around;
    if (around.length === 3 && statement!.name === 'Stmt' && element.name === 'Ntry') {
      this.#refuseOther(root!);
      this.#open.entries += 1;
      this.#faults.entry = entryName(this.#open.number, this.#open.entries, element);
      if (statusOf(element) === 'BOOK') this.#entry(element);
      else this.#leaveOut(element);
      this.#faults.entry = undefined;
      return false;
    }
    if (around.length !== 2 || element.name !== 'Stmt') return true;
    this.#statement(element);
    return false;
  }

  #refuseOther(root: XmlElement): void {
    if (!namespaces.test(root.namespace)) throw new LoadError(this.file, root.line, 'Document', 'must be camt.053.001.02 or later');
  }

  #placeOf(element: XmlElement): string {
    const { entry } = this.#faults;
    return `${this.file}:${element.line}${entry === undefined ? '' : `, ${entry}`}`;
  }

  /** By what differences name an entry. */
  #referenceOf(entry: XmlElement): string {
    return textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef') ?? `statement ${this.#open.number}, entry ${this.#open.entries}`;
  }

  /** An entry that is not booked is not settled. Its amount and day need not be right. */
  #leaveOut(element: XmlElement): void {
    const status = statusOf(element);
    const sign = textAt(element, 'CdtDbtInd') === 'DBIT' ? '-' : '';
    this.#open.leftOut.push({
      id: this.#referenceOf(element),
      reason: status === undefined ? 'without a status' : `with the status ${status}`,
      text: status === undefined ? 'has no status: only booked entries (BOOK) are compared' : `has the status ${status}, and is not booked`,
      amount: `${sign}${textAt(element, 'Amt') ?? '0'}`,
      currency: at(element, 'Amt')?.attributes['Ccy'] ?? '',
      date: this.#values.dayIfAny(element, 'BookgDt') ?? this.#values.dayIfAny(element, 'ValDt') ?? '',
      place: this.#placeOf(element),
    });
  }

  #entry(element: XmlElement): void {
    const amount = this.#values.signed(element, 'Ntry');
    const bookingDate = this.#values.day(element, 'BookgDt');
    const valueDate = at(element, 'ValDt') ? this.#values.day(element, 'ValDt') : bookingDate;
    if (!amount || bookingDate === undefined || valueDate === undefined) return;
    if (!this.#open.add(amount, bookingDate)) {
      this.#faults.add(element, 'Ntry/Amt', `must be in ${this.#open.moved!.currency}, like the entries before it`);
      return;
    }
    const common: Common = {
      reference: this.#referenceOf(element),
      place: this.#placeOf(element),
      isCharge: isCharge(element),
      bookingDate,
      valueDate,
      isTaken: false,
      isReported: false,
      statement: undefined,
    };
    const [one, ...more] = all(element, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'));
    if (one && more.length > 0) return this.#batch(element, [one, ...more], amount, common);
    const charges = this.#charges([element, ...(one ? [one] : [])], amount, common);
    this.#hand({ ...common, ...referencesOf(element, one), amount, charges });
  }

  #hand(item: SettlementItem): void {
    this.#open.items.push(item);
    this.onItem(item);
  }

  /** Those of the entry, or else of its transaction. */
  #charges(elements: readonly XmlElement[], amount: Money, { reference, bookingDate, place }: Common): Money | undefined {
    const found = elements.map((element) => this.#values.charges(element, amount));
    for (const charge of found.flatMap(({ foreign }) => foreign))
      this.#open.leftOut.push({
        id: reference,
        reason: 'charges in another currency',
        text: `has a charge in another currency than ${amount.currency}, which is not compared`,
        amount: charge.toString(),
        currency: charge.currency,
        date: bookingDate,
        place,
      });
    return found.find(({ included }) => included)?.included;
  }

  #batch(element: XmlElement, transactions: readonly XmlElement[], amount: Money, common: Common): undefined {
    let sum = Money.zero(amount.currency);
    for (const transaction of transactions) {
      const part = this.#values.signed(transaction, 'TxDtls', textAt(element, 'CdtDbtInd'));
      if (!part) continue;
      if (part.currency !== amount.currency)
        return this.#faults.add(transaction, 'TxDtls/Amt', `must be in ${amount.currency}, in each transaction of a batch`);
      sum = sum.plus(part);
      this.#hand({
        ...common,
        ...referencesOf(undefined, transaction),
        amount: part,
        charges: this.#charges([transaction], part, common),
      });
    }
    if (!this.#faults.any && !sum.equals(amount))
      this.#open.uneven.push({
        reference: common.reference,
        entry: amount,
        transactions: sum,
        date: common.bookingDate,
        place: common.place,
      });
    return undefined;
  }

  #statement(element: XmlElement): void {
    const open = this.#open;
    this.#open = new OpenStatement(open.number + 1);
    const { opening, closing, opened, closed, currencies } = this.#values.balances(element);
    const currency = this.#currency(element, [...(open.moved ? [open.moved.currency] : []), ...currencies]);
    const { firstEntry, lastEntry } = open;
    const days = this.#values.period(element, { opened, closed, firstEntry, lastEntry });
    if (currency === undefined || !days) return;
    const frame: StatementFrame = {
      place: `${this.file}:${element.line}`,
      ...namesOf(element),
      ...days,
      currency,
      opening,
      closing,
      entries: open.booked,
      moved: open.moved ?? Money.zero(currency),
      unevenBatches: open.uneven,
      leftOut: open.leftOut,
    };
    for (const item of open.items) item.statement = frame;
    this.onStatement(frame);
  }

  /** That of its entries and balances, which have one. */
  #currency(element: XmlElement, known: readonly string[]): string | undefined {
    const currency = known[0] ?? textAt(element, 'Acct', 'Ccy');
    if (currency === undefined) return this.#faults.add(element, 'Stmt/Acct/Ccy', 'is missing, and so are entries and balances');
    if (known.every((one) => one === currency)) return currency;
    return this.#faults.add(element, 'Stmt/Bal/Amt', `must be in ${currency}, like the entries`);
  }
}

const namesOf = (element: XmlElement): Pick<StatementFrame, 'id' | 'page' | 'account'> => ({
  id: textAt(element, 'Id') ?? '',
  page: textAt(element, 'StmtPgntn', 'PgNb') ?? '1',
  account: textAt(element, 'Acct', 'Id', 'IBAN') ?? textAt(element, 'Acct', 'Id', 'Othr', 'Id') ?? '',
});

const isCharge = (entry: XmlElement): boolean => chargeCodes.has(textAt(entry, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? '');
