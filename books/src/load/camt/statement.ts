import { LoadError } from '@open-banking/database';
import { bankDay } from '@open-banking/messages';
import { entryFacts, type EntryFacts } from './entry-facts.js';
import { all, at, textAt, xmlTree, type XmlElement } from './xml-tree.js';

/** A booked entry, with the line of the file that it begins on. */
export interface StatementEntry extends EntryFacts {
  readonly line: number;
  readonly transactionId: string;
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly amount: string;
  readonly currency: string;
}

export interface Statement {
  readonly line: number;
  readonly iban: string;
  /** Oldest first. */
  readonly entries: readonly StatementEntry[];
  /** The closing booked balance, where the statement goes to its end. */
  readonly closing?: { readonly line: number; readonly amount: string; readonly date: string };
}

/** Of every day of a statement, in the words of `bankDay`. */
export const mustBeDay = 'must be a date as YYYY-MM-DD, in Dt, or a time as YYYY-MM-DDThh:mm:ss with or without offset, in DtTm';

/** camt.053.001.02 and later. */
export const namespaces = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-9])$/;

/** The statements of a camt.053 file, or everything that is wrong with it. Its times belong to the days of the bank's time zone. */
export class StatementFile {
  readonly errors: LoadError[] = [];
  readonly statements: readonly Statement[];

  constructor(
    private readonly file: string,
    text: string,
    private readonly timeZone: string,
  ) {
    const root = xmlTree(file, text);
    const message = at(root, 'BkToCstmrStmt');
    if (!namespaces.test(root.namespace) || !message)
      throw new LoadError(file, root.line, 'Document', 'must be camt.053.001.02 or later, with a BkToCstmrStmt');
    this.statements = all(message, 'Stmt').flatMap((element) => this.statement(element) ?? []);
    if (this.statements.length === 0) this.fault(message, 'BkToCstmrStmt', 'has no Stmt of an account with an IBAN');
  }

  private fault(element: XmlElement, field: string, reason: string): undefined {
    this.errors.push(new LoadError(this.file, element.line, field, reason));
    return undefined;
  }

  private statement(element: XmlElement): Statement | undefined {
    const iban = textAt(element, 'Acct', 'Id', 'IBAN');
    if (iban === undefined)
      return this.fault(at(element, 'Acct') ?? element, 'Acct/Id/IBAN', 'is missing: accounts are found by their IBAN');
    const entries = all(element, 'Ntry')
      .filter((entry) => statusOf(entry) === 'BOOK')
      .flatMap((entry) => this.entry(entry) ?? []);
    return { line: element.line, iban: iban.replaceAll(' ', ''), entries: oldestFirst(entries), closing: this.closing(element) };
  }

  private entry(element: XmlElement): StatementEntry | undefined {
    const transactionId =
      textAt(element, 'AcctSvcrRef') ?? textAt(element, 'NtryDtls', 'TxDtls', 'Refs', 'AcctSvcrRef') ?? textAt(element, 'NtryRef');
    if (transactionId === undefined)
      return this.fault(element, 'Ntry', 'needs AcctSvcrRef or NtryRef: without one the entry would be booked again by the next file');
    if (transactionId.length > 35) return this.fault(element, 'Ntry/AcctSvcrRef', 'must have at most 35 characters');
    const amount = this.signed(element, 'Ntry');
    const bookingDate = this.day(element, 'BookgDt');
    const valueDate = at(element, 'ValDt') ? this.day(element, 'ValDt') : bookingDate;
    if (amount === undefined || bookingDate === undefined || valueDate === undefined) return undefined;
    const currency = at(element, 'Amt')!.attributes['Ccy'] ?? '';
    return { line: element.line, transactionId, bookingDate, valueDate, amount, currency, ...entryFacts(element) };
  }

  private closing(element: XmlElement): Statement['closing'] {
    const closing = all(element, 'Bal').find(
      (balance) => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') === 'CLBD' && textAt(balance, 'Tp', 'SubTp', 'Cd') !== 'INTM',
    );
    const amount = closing && this.signed(closing, 'Bal');
    const date = closing && this.day(closing, 'Dt');
    return closing && amount !== undefined && date !== undefined ? { line: closing.line, amount, date } : undefined;
  }

  private signed(element: XmlElement, of: string): string | undefined {
    const amount = textAt(element, 'Amt') ?? '';
    const direction = textAt(element, 'CdtDbtInd');
    if (!/^\d{1,18}(\.\d{1,5})?$/.test(amount))
      return this.fault(at(element, 'Amt') ?? element, `${of}/Amt`, 'must be a decimal number without sign, such as 12.50');
    if (direction !== 'CRDT' && direction !== 'DBIT')
      return this.fault(at(element, 'CdtDbtInd') ?? element, `${of}/CdtDbtInd`, 'must be CRDT or DBIT');
    return direction === 'DBIT' && Number(amount) !== 0 ? `-${amount}` : amount;
  }

  private day(element: XmlElement, name: string): string | undefined {
    const found = at(element, name);
    const day = bankDay(textAt(found, 'Dt') ?? textAt(found, 'DtTm') ?? '', this.timeZone);
    return day ?? this.fault(found ?? element, name, mustBeDay);
  }
}

/** A code in an element of its own since camt.053.001.07, the text of `Sts` before. */
export const statusOf = (entry: XmlElement): string | undefined => textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts');

/** Banks write them in either order; what is of one day keeps the order of the file, or its reverse. */
function oldestFirst(entries: readonly StatementEntry[]): StatementEntry[] {
  const [first, last] = [entries[0], entries.at(-1)];
  const written = first && last && first.bookingDate > last.bookingDate ? entries.toReversed() : entries;
  return written.toSorted((a, b) => (a.bookingDate < b.bookingDate ? -1 : a.bookingDate > b.bookingDate ? 1 : 0));
}
