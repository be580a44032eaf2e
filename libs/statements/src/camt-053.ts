import { createHash } from 'node:crypto';
import { bankTime, type AccountReference, type Amount } from '@open-banking/messages';
import { BankTimes } from './bank-times.js';
import { camtEntry, type EntryStatus } from './camt-053-entry.js';
import { accountId, amountOf } from './camt-053-parts.js';
import { EntriesSummary } from './entries-summary.js';
import { inSlices } from './in-slices.js';
import type { ListedEntry } from './listed-entry.js';
import { isOver, lastDayOf, timesOf } from './statement-period.js';
import { element, textElement, xmlEnd, xmlStart, type Xml } from './xml.js';

/**
 * ISO 20022 ExternalBalanceType1Code: opening and closing booked, closing expected, interim available. A closing balance of a day that is
 * not over when the statement is made is written as an interim one (`ITBD`).
 */
export interface CamtBalance {
  readonly type: 'OPBD' | 'CLBD' | 'XPCD' | 'ITAV' | { readonly proprietary: string };
  /** Between two pages of one statement, not at its end. */
  readonly intermediate?: boolean;
  readonly amount: Amount;
  readonly date: string;
}

/** Entries of one status, ISO 20022 ExternalEntryStatus1Code. */
export interface CamtEntries {
  readonly status: EntryStatus;
  readonly entries: readonly ListedEntry[] | undefined;
}

export interface CamtStatement {
  /** The values that identify a statement: the path of the list and the parameters of the request. */
  readonly of: readonly string[];
  /** When its first page was asked for. */
  readonly createdAt: Date;
  /** The bank's: times are written with its offset, so that they are of the same days as the entries. */
  readonly timeZone: string;
  /** Missing where a page was begun in another format: the number of earlier pages is then unknown. */
  readonly page: number | undefined;
  readonly isLast: boolean;
  /**
   * First and last day as asked for, in the bank's time zone; no first day where the list has none. The period ends when the statement is
   * made, where its last day is not over.
   */
  readonly from: string | undefined;
  readonly to: string;
  readonly account: AccountReference;
  readonly cashAccountType: string;
  readonly ownerName: string | undefined;
  readonly balances: readonly CamtBalance[];
  readonly lists: readonly CamtEntries[];
  /** A remark about the statement, at most 500 characters. */
  readonly remark?: string | undefined;
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';

/** A page of a statement as camt.053.001.08, in UTF-8. */
export function camt053(statement: CamtStatement): Promise<Buffer> {
  const { page } = statement;
  const id = statementId(statement);
  return message(`${id}${page === undefined ? '' : `-${page}`}`, [{ id, statement }]);
}

/** Statements of several accounts, one or more, in one message, all made at once. In UTF-8. */
export const camt053OfAccounts = (statements: readonly CamtStatement[]): Promise<Buffer> =>
  message(
    hashOf(statements.map(statementId)),
    statements.map((statement) => ({ id: statementId(statement), statement })),
  );

// At most 35 characters each; the same request gets the same ones again.
const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);
const statementId = ({ of, from, to, createdAt }: CamtStatement): string => hashOf([of, from, to, createdAt]);
const createdElement = ({ createdAt, timeZone }: CamtStatement): Xml | undefined => textElement('CreDtTm', bankTime(createdAt, timeZone));

async function message(id: string, statements: readonly { readonly id: string; readonly statement: CamtStatement }[]): Promise<Buffer> {
  const header = element('GrpHdr', [textElement('MsgId', id), createdElement(statements[0]!.statement)]);
  const pieces: Buffer[] = [Buffer.from(`${xmlStart('Document', namespace)}<BkToCstmrStmt>${header}`)];
  for (const { id, statement } of statements) pieces.push(...(await statementXml(id, statement)));
  return Buffer.concat([...pieces, Buffer.from(`</BkToCstmrStmt>${xmlEnd('Document')}`)]);
}

/** The totals stand before the entries, and are known after them. */
async function statementXml(id: string, statement: CamtStatement): Promise<Buffer[]> {
  const { lists, timeZone, account, balances, remark } = statement;
  const [summary, times] = [new EntriesSummary(), new BankTimes(timeZone)];
  const listed = lists.flatMap(({ status, entries = [] }) => entries.map((entry) => ({ status, entry })));
  const entries = await inSlices(listed, ({ status, entry }) => {
    summary.add(entry.transactionAmount);
    return camtEntry(status, entry, times);
  });
  const currency = account.currency ?? balances[0]!.amount.currency;
  const facts = [...factsOf(id, statement), summary.xml(currency)].filter((one) => one !== undefined).join('');
  return [Buffer.from(`<Stmt>${facts}`), ...entries, Buffer.from(`${textElement('AddtlStmtInf', remark, 500) ?? ''}</Stmt>`)];
}

/** The elements of a statement before its totals. */
function factsOf(id: string, statement: CamtStatement): (Xml | undefined)[] {
  const { page, isLast, from, account, cashAccountType, ownerName, balances } = statement;
  const times = from === undefined ? undefined : timesOf({ ...statement, from });
  return [
    textElement('Id', id),
    page !== undefined && page <= 99_999
      ? element('StmtPgntn', [textElement('PgNb', String(page)), textElement('LastPgInd', String(isLast))])
      : undefined,
    createdElement(statement),
    times && element('FrToDt', [textElement('FrDtTm', times[0]), textElement('ToDtTm', times[1])]),
    element('Acct', [
      accountId(account),
      element('Tp', [textElement('Cd', cashAccountType)]),
      textElement('Ccy', account.currency),
      element('Ownr', [textElement('Nm', ownerName, 140)]),
    ]),
    ...balances.map((one) => balance(one, statement)),
  ];
}

function balance({ type, intermediate, amount, date }: CamtBalance, statement: CamtStatement): Xml | undefined {
  const last = lastDayOf(statement);
  const isBooked = type === 'OPBD' || type === 'CLBD';
  const code = type === 'CLBD' && !isOver(date < last ? date : last, statement) ? 'ITBD' : type;
  return element('Bal', [
    element('Tp', [
      element('CdOrPrtry', [typeof code === 'string' ? textElement('Cd', code) : textElement('Prtry', code.proprietary, 35)]),
      intermediate ? element('SubTp', [textElement('Cd', 'INTM')]) : undefined,
    ]),
    ...amountOf(amount),
    element('Dt', [textElement('Dt', isBooked && date > last ? last : date)]),
  ]);
}
