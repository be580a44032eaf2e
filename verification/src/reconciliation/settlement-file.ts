import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { LoadError } from '@open-banking/feed';
import { Money } from '@open-banking/messages';
import { documentName, endsWithMessage, messagesIn, mustBeStatementMessage, otherDocumentsIn } from '../load/camt/statement-message.js';
import { XmlDecoder } from '../load/camt/xml-encoding.js';
import { textAt, XmlReader, type XmlElement } from '../load/camt/xml-tree.js';
import { OpenStatement } from './open-statement.js';
import { SettlementEntries } from './settlement-entries.js';
import type { LeftOut, SettlementItem, StatementFrame } from './settlement-item.js';
import { StatementFaults } from './statement-faults.js';
import { StatementValues } from './statement-values.js';

/**
 * Reads a camt.053 file as it comes: its entries one by one, its statements when they end. Times belong to the days of the bank's time
 * zone. Returns the messages in it that are no statements. Throws what is wrong with the file.
 */
export async function readSettlements(
  file: string,
  timeZone: string,
  onItem: (item: SettlementItem) => void,
  onStatement: (statement: StatementFrame) => void,
): Promise<readonly LeftOut[]> {
  const reading = new SettlementFile(basename(file), timeZone, onItem, onStatement);
  const decoder = new XmlDecoder(basename(file));
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) reading.write(decoder.write(bytes));
  reading.write(decoder.end());
  return reading.close();
}

class SettlementFile {
  readonly #reader: XmlReader;
  readonly #faults: StatementFaults;
  readonly #values: StatementValues;
  readonly #entries: SettlementEntries;
  #open = new OpenStatement(1);

  constructor(
    private readonly file: string,
    timeZone: string,
    onItem: (item: SettlementItem) => void,
    private readonly onStatement: (statement: StatementFrame) => void,
  ) {
    this.#faults = new StatementFaults(file);
    this.#values = new StatementValues(this.#faults, timeZone);
    this.#entries = new SettlementEntries(this.#faults, this.#values, onItem);
    this.#reader = new XmlReader(file, (element, around) => this.#take(element, around));
  }

  write(pieces: readonly string[]): void {
    for (const text of pieces) this.#reader.write(text);
  }

  close(): readonly LeftOut[] {
    const root = this.#reader.close();
    const [message] = messagesIn(root);
    if (!message) throw new LoadError(this.file, root.line, 'Document', mustBeStatementMessage);
    if (this.#open.number === 1 && !this.#faults.any) this.#faults.add(message, 'BkToCstmrStmt', 'has no Stmt');
    this.#faults.throwAll();
    return otherDocumentsIn(root).map((document) => this.#otherMessage(document));
  }

  /** Entries and statements are handed on when they end, and forgotten; so are entries of other messages. */
  #take(element: XmlElement, around: readonly XmlElement[]): boolean {
    if (element.name === 'Ntry') {
      if (around.at(-1)?.name === 'Stmt' && endsWithMessage(around.slice(0, -1))) this.#entries.read(element, this.#open);
      return false;
    }
    if (element.name !== 'Stmt' || !endsWithMessage(around)) return true;
    this.#statement(element, around.at(-1));
    return false;
  }

  #otherMessage(document: XmlElement): LeftOut {
    return {
      id: document.namespace || 'Document',
      of: 'message',
      reason: 'messages that are no statements',
      text: `${documentName(document)}, is no camt.053 statement and is not compared`,
      amount: '0',
      currency: '',
      date: '',
      place: `${this.file}:${document.line}`,
    };
  }

  #statement(element: XmlElement, message: XmlElement | undefined): void {
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
      summaryMisfit: open.totals.misfit(element, message),
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
