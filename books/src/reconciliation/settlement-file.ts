import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { LoadError, LoadErrors } from '@open-banking/database';
import { bankDay, bankDayEndedAt, Money } from '@open-banking/messages';
import { mustBeDay, namespaces, statusOf } from '../load/camt/statement.js';
import { all, at, textAt, XmlReader, type XmlElement } from '../load/camt/xml-tree.js';
import { referencesOf } from './entry-references.js';
import type { SettlementItem, StatementFrame } from './settlement-item.js';

const mostFaults = 20;
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

class SettlementFile {
  readonly #reader: XmlReader;
  readonly #faults: LoadError[] = [];
  #statements = 0;
  #entries = 0;
  #moved: Money | undefined;
  #uneven: Uneven[] = [];

  constructor(
    private readonly file: string,
    private readonly timeZone: string,
    private readonly onItem: (item: SettlementItem) => void,
    private readonly onStatement: (statement: StatementFrame) => void,
  ) {
    this.#reader = new XmlReader(file, (element, around) => this.#take(element, around));
  }

  write(text: string): void {
    this.#reader.write(text);
  }

  close(): void {
    const root = this.#reader.close();
    this.#refuseOther(root);
    if (this.#statements === 0 && this.#faults.length === 0) this.#fault(root, 'BkToCstmrStmt', 'has no Stmt');
    this.#throwFaults();
  }

  /** Entries and statements are handed on when they end, and forgotten. */
  #take(element: XmlElement, around: readonly XmlElement[]): boolean {
    const [root, , statement] = around;
    if (around.length === 3 && statement!.name === 'Stmt' && element.name === 'Ntry') {
      this.#refuseOther(root!);
      if (statusOf(element) === 'BOOK') this.#entry(element);
      return false;
    }
    if (around.length !== 2 || element.name !== 'Stmt') return true;
    this.#statement(element);
    return false;
  }

  #refuseOther(root: XmlElement): void {
    if (!namespaces.test(root.namespace)) throw new LoadError(this.file, root.line, 'Document', 'must be camt.053.001.02 or later');
  }

  #fault(element: XmlElement, field: string, reason: string): undefined {
    this.#faults.push(new LoadError(this.file, element.line, field, reason));
    if (this.#faults.length >= mostFaults) this.#throwFaults();
    return undefined;
  }

  #throwFaults(): void {
    if (this.#faults.length > 0) throw this.#faults.length === 1 ? this.#faults[0]! : new LoadErrors(this.#faults);
  }

  #entry(element: XmlElement): void {
    const amount = this.#signed(element, 'Ntry');
    const days = this.#days(element);
    if (!amount || !days) return;
    if (!this.#add(amount)) return this.#fault(element, 'Ntry/Amt', `must be in ${this.#moved!.currency}, like the entries before it`);
    const place = `${this.file}:${element.line}`;
    const common = { ...days, place, reference: referenceOf(element) ?? place, isCharge: isCharge(element), isTaken: false };
    const [one, ...more] = all(element, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'));
    if (one && more.length > 0) return this.#batch(element, [one, ...more], amount, common);
    const charges = this.#charges(element, amount) ?? (one && this.#charges(one, amount));
    this.onItem({ ...common, ...referencesOf(element, one), amount, charges });
  }

  #days(element: XmlElement): { bookingDate: string; valueDate: string } | undefined {
    const bookingDate = this.#day(element, 'BookgDt');
    const valueDate = at(element, 'ValDt') ? this.#day(element, 'ValDt') : bookingDate;
    return bookingDate === undefined || valueDate === undefined ? undefined : { bookingDate, valueDate };
  }

  /** Whether it is in the currency of the entries before it. */
  #add(amount: Money): boolean {
    if (this.#moved && this.#moved.currency !== amount.currency) return false;
    this.#entries += 1;
    this.#moved = this.#moved?.plus(amount) ?? amount;
    return true;
  }

  #batch(
    element: XmlElement,
    transactions: readonly XmlElement[],
    amount: Money,
    common: Omit<SettlementItem, 'amount' | 'charges' | 'ids' | 'isNamed' | 'endToEndId'>,
  ): undefined {
    let sum = Money.zero(amount.currency);
    for (const transaction of transactions) {
      const part = this.#signed(transaction, 'TxDtls', textAt(element, 'CdtDbtInd'));
      if (part?.currency !== amount.currency)
        return this.#fault(transaction, 'TxDtls/Amt', `must be in ${amount.currency}, in each transaction of a batch`);
      sum = sum.plus(part);
      this.onItem({ ...common, ...referencesOf(undefined, transaction), amount: part, charges: this.#charges(transaction, part) });
    }
    if (!sum.equals(amount))
      this.#uneven.push({ reference: common.reference, entry: amount, transactions: sum, date: common.bookingDate, place: common.place });
    return undefined;
  }

  #statement(element: XmlElement): void {
    this.#statements += 1;
    const [opening, closing] = [this.#balance(element, ['OPBD', 'PRCD']), this.#balance(element, ['CLBD'])];
    const balances = { opening: opening?.amount, closing: closing?.amount };
    const currency = this.#currency(element, [this.#moved, balances.closing, balances.opening]);
    const days = this.#daysOf(element, opening?.date, closing?.date);
    const { entries, moved, unevenBatches } = this.#begun();
    if (currency === undefined || !days) return;
    const place = `${this.file}:${element.line}`;
    this.onStatement({
      place,
      ...namesOf(element),
      ...days,
      currency,
      ...balances,
      entries,
      moved: moved ?? Money.zero(currency),
      unevenBatches,
    });
  }

  /** What was added up of the statement that ends; the next one begins. */
  #begun(): { readonly entries: number; readonly moved: Money | undefined; readonly unevenBatches: readonly Uneven[] } {
    const ended = { entries: this.#entries, moved: this.#moved, unevenBatches: this.#uneven };
    [this.#entries, this.#moved, this.#uneven] = [0, undefined, []];
    return ended;
  }

  /** That of its entries and balances, which have one. */
  #currency(element: XmlElement, amounts: readonly (Money | undefined)[]): string | undefined {
    const known = amounts.filter((one) => one !== undefined);
    const currency = known[0]?.currency ?? textAt(element, 'Acct', 'Ccy');
    if (currency === undefined) return this.#fault(element, 'Stmt/Acct/Ccy', 'is missing, and so are entries and balances');
    if (known.every((one) => one.currency === currency)) return currency;
    return this.#fault(element, 'Stmt/Bal/Amt', `must be in ${currency}, like the entries`);
  }

  #balance(element: XmlElement, codes: readonly string[]): { amount: Money; date: string } | undefined {
    const balances = all(element, 'Bal');
    const found = codes
      .map((code) => balances.find((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code))
      .find((one) => one !== undefined);
    const amount = found && this.#signed(found, 'Bal');
    const date = found && this.#day(found, 'Dt');
    return amount && date !== undefined ? { amount, date } : undefined;
  }

  /** `otherwise` is its direction where it does not say one. */
  #signed(element: XmlElement, of: string, otherwise?: string): Money | undefined {
    const amount = this.#unsigned(element, of);
    const direction = textAt(element, 'CdtDbtInd') ?? otherwise;
    if (direction === 'DBIT') return amount?.negated();
    return direction === 'CRDT' ? amount : this.#fault(at(element, 'CdtDbtInd') ?? element, `${of}/CdtDbtInd`, 'must be CRDT or DBIT');
  }

  #unsigned(element: XmlElement, of: string): Money | undefined {
    const amount = at(element, 'Amt');
    const [text, currency] = [amount?.text.trim() ?? '', amount?.attributes['Ccy'] ?? ''];
    if (!/^\d{1,18}(\.\d{1,5})?$/.test(text) || !/^[A-Z]{3}$/.test(currency))
      return this.#fault(amount ?? element, `${of}/Amt`, 'must be a decimal number without sign, such as 12.50, with its currency');
    try {
      return Money.of(currency, text);
    } catch (error) {
      return this.#fault(amount!, `${of}/Amt`, (error as Error).message);
    }
  }

  /** Charges that are in the amount. */
  #charges(element: XmlElement, amount: Money): Money | undefined {
    const records = all(element, 'Chrgs').flatMap((charges) => all(charges, 'Rcrd'));
    const included = records.filter((record) => textAt(record, 'ChrgInclInd') === 'true');
    const amounts = included.map((record) => this.#signed(record, 'Chrgs/Rcrd', 'DBIT'));
    const known = amounts.filter((one) => one?.currency === amount.currency) as Money[];
    return known.length > 0 ? Money.sum(amount.currency, known) : undefined;
  }

  #day(element: XmlElement, name: string): string | undefined {
    const day = bankDay(textAt(element, name, 'Dt') ?? textAt(element, name, 'DtTm') ?? '', this.timeZone);
    return day ?? this.#fault(at(element, name) ?? element, name, mustBeDay);
  }

  /** The days of a statement: those of its period, or else those of its balances. */
  #daysOf(element: XmlElement, opened?: string, closed?: string): Pick<StatementFrame, 'from' | 'until'> | undefined {
    const [begin, end] = [this.#periodTime(element, 'FrDtTm'), this.#periodTime(element, 'ToDtTm')];
    if (begin === 'faulty' || end === 'faulty') return undefined;
    const until = (end && this.#endOf(end, closed)) ?? closed ?? opened;
    if (until === undefined)
      return this.#fault(element, 'Stmt/FrToDt', 'is missing, and so are dated balances: nobody knows of which days it is');
    return { until, from: (begin && bankDay(begin, this.timeZone)) ?? opened ?? until };
  }

  #periodTime(element: XmlElement, name: string): string | undefined {
    const written = at(element, 'FrToDt', name);
    const text = written?.text.trim();
    if (!written || text === '' || (text !== undefined && bankDay(text, this.timeZone) !== undefined)) return text;
    this.#fault(written, `Stmt/FrToDt/${name}`, mustBeDay);
    return 'faulty';
  }

  /** Banks end a day with 24:00:00 or with the next midnight; others write days as midnights. The closing balance shows what is meant. */
  #endOf(text: string, closed: string | undefined): string | undefined {
    const ended = bankDayEndedAt(text, this.timeZone);
    return ended === closed || text.includes('T24:') ? ended : bankDay(text, this.timeZone);
  }
}

const namesOf = (element: XmlElement): Pick<StatementFrame, 'id' | 'page' | 'account'> => ({
  id: textAt(element, 'Id') ?? '',
  page: textAt(element, 'StmtPgntn', 'PgNb') ?? '1',
  account: textAt(element, 'Acct', 'Id', 'IBAN') ?? textAt(element, 'Acct', 'Id', 'Othr', 'Id') ?? '',
});

const referenceOf = (entry: XmlElement): string | undefined => textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef');
const isCharge = (entry: XmlElement): boolean => chargeCodes.has(textAt(entry, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? '');
