import { LoadError } from '@open-banking/feed';
import { bankDay } from '@open-banking/messages';
import { entryFacts, type EntryFacts } from './entry-facts.js';
import { entryName, entryPlace, printable, type EntryPlace } from './entry-place.js';
import { documentName, messagesIn, mustBeStatementMessage, otherDocumentsIn, strayEntriesIn } from './statement-message.js';
import { bookedBalance, isIntermediate } from './statement-balances.js';
import { entryItem, type ReportItem } from './statement-report.js';
import { EntryTotals } from './transactions-summary.js';
import { unsignedAmount } from './unsigned-amount.js';
import { childElements, childAt, textAt, xmlTree, type XmlElement } from './xml-tree.js';

/** A booked entry, with its place in the file. */
export interface StatementEntry {
  readonly line: number;
  readonly place: EntryPlace;
  readonly bookingDate: string;
  readonly valueDate: string;
  /** A decimal number, negative for a debit. */
  readonly amount: string;
  readonly currency: string;
  readonly facts: EntryFacts;
}

export interface StatementBalance {
  readonly line: number;
  readonly amount: string;
  readonly currency: string;
  readonly date: string;
}

export interface Statement {
  readonly line: number;
  /** Among the statements of the file, from 1 on. */
  readonly number: number;
  readonly iban: string;
  /** The currency that it gives its account (Acct/Ccy), where it gives one. */
  readonly currency?: string | undefined;
  /** What identifies it: MsgId, Id, its numbers and its page. Undefined where MsgId or Id is missing. */
  readonly identity: readonly (string | null)[] | undefined;
  /** In the order of the file. */
  readonly entries: readonly StatementEntry[];
  /** Entries that book nothing. */
  readonly leftOut: readonly ReportItem[];
  /** The closing booked balance, where the statement goes to its end. */
  readonly closing?: StatementBalance | undefined;
}

/** Of every day of a statement, in the words of `bankDay`. */
export const mustBeDay = 'must be a date as YYYY-MM-DD, in Dt, or a time as YYYY-MM-DDThh:mm:ss with or without offset, in DtTm';

/** What an entry that is not booked is; other codes are not of ISO 20022 (ExternalEntryStatus1Code). */
const notBooked: Readonly<Record<string, string>> = { PDNG: 'pending', INFO: 'information', FUTR: 'future' };

/** The statements of a camt.053 file, or everything that is wrong with it. Its times belong to the days of the bank's time zone. */
export class StatementFile {
  readonly errors: LoadError[] = [];
  readonly statements: readonly Statement[];
  /** Messages in the file that are no statements. */
  readonly otherMessages: readonly ReportItem[];
  readonly #several: boolean;
  /** The number, other than an IBAN, of the account that `iban` stands for. */
  #otherNumber: string | undefined;

  /** `iban` is the account of statements that name none by IBAN. */
  constructor(
    private readonly file: string,
    text: string,
    private readonly timeZone: string,
    private readonly iban?: string,
  ) {
    const root = xmlTree(file, text);
    const messages = messagesIn(root);
    if (messages.length === 0) throw new LoadError(file, root.line, 'Document', mustBeStatementMessage);
    const found = messages.flatMap((message) => childElements(message, 'Stmt').map((element) => ({ element, message })));
    this.#several = found.length > 1;
    this.statements = found.flatMap(({ element, message }, index) => this.statement(element, message, index + 1) ?? []);
    this.otherMessages = [
      ...otherDocumentsIn(root).map((document): ReportItem => ({ reason: 'other-message', what: documentName(document) })),
      ...strayEntriesIn(root).map(({ line, parent }): ReportItem => ({
        reason: 'stray-entry',
        what: `the Ntry in line ${line}, in ${parent}`,
      })),
    ];
    if (found.length === 0) this.fault(messages[0]!, 'BkToCstmrStmt', 'has no Stmt');
  }

  private fault(element: XmlElement, field: string, reason: string, place?: EntryPlace): undefined {
    this.errors.push(new LoadError(this.file, element.line, field, reason, place && entryName(place)));
    return undefined;
  }

  private statement(element: XmlElement, message: XmlElement, number: number): Statement | undefined {
    const iban = this.accountIban(element);
    if (iban === undefined) return undefined;
    const leftOut: ReportItem[] = [];
    const totals = new EntryTotals();
    const entries = childElements(element, 'Ntry').flatMap((entry, index) => {
      const place = entryPlace(entry, this.#several ? number : undefined, index + 1);
      totals.add(signedText(entry), entryStatus(entry) === 'BOOK');
      const item = leftOutOf(entry, place);
      if (item) leftOut.push(item);
      return item ? [] : (this.entry(entry, place) ?? []);
    });
    const identity = identityOf(element, message);
    const closing = this.closing(element);
    // A closing balance proves more than a summary, which banks write carelessly.
    const misfit = closing ? undefined : totals.misfit(element, message);
    if (misfit !== undefined) leftOut.push({ reason: 'summary-differs', what: `statement ${number}: ${misfit}` });
    const currency = textAt(element, 'Acct', 'Ccy');
    return { line: element.line, number, iban, currency, identity, entries, leftOut, closing };
  }

  /** Some banks write an IBAN as another identification. What the file names goes before `--account`. */
  private accountIban(element: XmlElement): string | undefined {
    const other = textAt(element, 'Acct', 'Id', 'Othr', 'Id');
    const named = textAt(element, 'Acct', 'Id', 'IBAN')?.replace(/\s/g, '') ?? ibanIn(other);
    if (named !== undefined) return named;
    const acct = childAt(element, 'Acct') ?? element;
    if (this.iban !== undefined) return this.givenIban(this.iban, acct, other?.replace(/\s/g, ''));
    const account = other === undefined ? 'is missing' : `is missing; the statement names the account ${printable(other)}`;
    return this.fault(
      acct,
      'Acct/Id/IBAN',
      `${account}: accounts are found by their IBAN, which --account gives for statements without one`,
    );
  }

  /** `--account` stands for one number that is no IBAN. */
  private givenIban(iban: string, acct: XmlElement, number: string | undefined): string | undefined {
    this.#otherNumber ??= number;
    if (number === undefined || number === this.#otherNumber) return iban.replaceAll(' ', '');
    return this.fault(
      acct,
      'Acct/Id/Othr/Id',
      `is ${printable(number)}, and another statement of the file is of the account ${printable(this.#otherNumber!)}: --account gives one account. Split the file by account`,
    );
  }

  private entry(element: XmlElement, place: EntryPlace): StatementEntry | undefined {
    if ((place.servicerReference ?? place.statementReference ?? '').length > 35)
      return this.fault(element, 'Ntry/AcctSvcrRef', 'must have at most 35 characters', place);
    const amount = this.signed(element, 'Ntry', place);
    const bookingDate = this.day(element, 'BookgDt', place);
    const valueDate = childAt(element, 'ValDt') ? this.day(element, 'ValDt', place) : bookingDate;
    if (amount === undefined || bookingDate === undefined || valueDate === undefined) return undefined;
    const facts = entryFacts(element, { currency: amount.currency, bookingDate, valueDate, timeZone: this.timeZone });
    return { line: element.line, place, bookingDate, valueDate, ...amount, facts };
  }

  private closing(element: XmlElement): StatementBalance | undefined {
    const closing = bookedBalance(element, ['CLBD'], 'last', this.timeZone);
    if (closing && isIntermediate(closing)) return undefined;
    const amount = closing && this.signed(closing, 'Bal');
    const date = closing && this.day(closing, 'Dt');
    return closing && amount !== undefined && date !== undefined ? { line: closing.line, ...amount, date } : undefined;
  }

  private signed(element: XmlElement, of: string, place?: EntryPlace): { amount: string; currency: string } | undefined {
    const amount = childAt(element, 'Amt');
    const text = unsignedAmount(amount);
    if (!amount || text === undefined)
      return this.fault(amount ?? element, `${of}/Amt`, 'must be a decimal number without sign, such as 12.50', place);
    const direction = textAt(element, 'CdtDbtInd');
    if (direction !== 'CRDT' && direction !== 'DBIT')
      return this.fault(childAt(element, 'CdtDbtInd') ?? element, `${of}/CdtDbtInd`, 'must be CRDT or DBIT', place);
    const isDebit = direction === 'DBIT' && Number(text) !== 0;
    return { amount: isDebit ? `-${text}` : text, currency: amount.attributes['Ccy'] ?? '' };
  }

  private day(element: XmlElement, name: string, place?: EntryPlace): string | undefined {
    const found = childAt(element, name);
    const day = bankDay(textAt(found, 'Dt') ?? textAt(found, 'DtTm') ?? '', this.timeZone);
    return day ?? this.fault(found ?? element, name, mustBeDay, place);
  }
}

/** A code in an element of its own since camt.053.001.07, the text of `Sts` before. */
export const entryStatus = (entry: XmlElement): string | undefined => textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts');

/** The amount of an entry, negative for a debit; undefined where it cannot be read. */
export function signedText(entry: XmlElement): string | undefined {
  const text = unsignedAmount(childAt(entry, 'Amt'), 18);
  return text !== undefined && textAt(entry, 'CdtDbtInd') === 'DBIT' ? `-${text}` : text;
}

/** Why an entry is not to be booked; undefined: it is. */
function leftOutOf(entry: XmlElement, place: EntryPlace): ReportItem | undefined {
  const status = entryStatus(entry);
  if (status !== 'BOOK') {
    const known = notBooked[status ?? ''];
    const detail = `: ${known ?? (status === undefined ? 'no status' : `status ${printable(status)}`)}`;
    return entryItem(known === undefined ? 'unknown-status' : 'not-booked', place, detail);
  }
  const amount = unsignedAmount(childAt(entry, 'Amt'));
  return amount !== undefined && Number(amount) === 0 ? entryItem('zero', place) : undefined;
}

/** An IBAN that is written as another identification. */
function ibanIn(other: string | undefined): string | undefined {
  const text = other?.replace(/\s/g, '').toUpperCase();
  return text !== undefined && /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) ? text : undefined;
}

/** GrpHdr/MsgId and Stmt/Id; a bank that begins both again still counts its statements and pages. */
function identityOf(statement: XmlElement, message: XmlElement): Statement['identity'] {
  const [messageId, id] = [textAt(message, 'GrpHdr', 'MsgId'), textAt(statement, 'Id')];
  if (messageId === undefined || id === undefined) return undefined;
  const numbers = [
    textAt(statement, 'ElctrncSeqNb'),
    textAt(statement, 'LglSeqNb'),
    textAt(statement, 'StmtPgntn', 'PgNb'),
    textAt(message, 'GrpHdr', 'MsgPgntn', 'PgNb'),
  ];
  return [messageId, id, ...numbers.map((one) => one ?? null)];
}

/** Banks write them in either order; what is of one day keeps the order of the file, or its reverse. */
export function oldestFirst(entries: readonly StatementEntry[]): StatementEntry[] {
  const [first, last] = [entries[0], entries.at(-1)];
  const written = first && last && first.bookingDate > last.bookingDate ? entries.toReversed() : entries;
  return written.toSorted((a, b) => (a.bookingDate < b.bookingDate ? -1 : a.bookingDate > b.bookingDate ? 1 : 0));
}
