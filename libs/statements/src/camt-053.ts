import { createHash } from 'node:crypto';
import { bankDayBegin, bankDayEnd, bankTime, type AccountReference, type Amount } from '@open-banking/messages';
import { camtEntry, type ListedEntry } from './camt-053-entry.js';
import { accountId, amountOf } from './camt-053-parts.js';
import { inSlices } from './in-slices.js';
import { element, textElement, xmlEnd, xmlStart, type Xml } from './xml.js';

/** ISO 20022 ExternalBalanceType1Code: opening and closing booked, closing expected, interim available. */
export interface CamtBalance {
  readonly type: 'OPBD' | 'CLBD' | 'XPCD' | 'ITAV' | { readonly proprietary: string };
  /** Between two pages of one statement, not at its end. */
  readonly intermediate?: boolean;
  readonly amount: Amount;
  readonly date: string;
}

/** Entries of one status, ISO 20022 ExternalEntryStatus1Code. */
export interface CamtEntries {
  readonly status: 'BOOK' | 'PDNG' | 'INFO';
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
  /** First and last day, in the bank's time zone; no first day where the list has none. */
  readonly from: string | undefined;
  readonly to: string;
  readonly account: AccountReference;
  readonly cashAccountType: string;
  readonly ownerName: string | undefined;
  readonly balances: readonly CamtBalance[];
  readonly lists: readonly CamtEntries[];
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

const secondsOf = (instant: Date, timeZone: string): string => bankTime(instant, timeZone).replace('.000', '');

async function message(id: string, statements: readonly { readonly id: string; readonly statement: CamtStatement }[]): Promise<Buffer> {
  const header = element('GrpHdr', [textElement('MsgId', id), createdElement(statements[0]!.statement)]);
  const pieces: Buffer[] = [Buffer.from(`${xmlStart('Document', namespace)}<BkToCstmrStmt>${header}`)];
  for (const { id, statement } of statements) {
    const entries = statement.lists.flatMap(({ status, entries = [] }) => entries.map((entry) => ({ status, entry })));
    pieces.push(Buffer.from(`<Stmt>${facts(id, statement).join('')}`));
    pieces.push(...(await inSlices(entries, ({ status, entry }) => camtEntry(status, entry))), Buffer.from('</Stmt>'));
  }
  return Buffer.concat([...pieces, Buffer.from(`</BkToCstmrStmt>${xmlEnd('Document')}`)]);
}

/** The elements of a statement before its entries. */
function facts(id: string, statement: CamtStatement): Xml[] {
  const { timeZone, page, isLast, from, to, account, cashAccountType, ownerName, balances } = statement;
  return [
    textElement('Id', id),
    page !== undefined && page <= 99_999
      ? element('StmtPgntn', [textElement('PgNb', String(page)), textElement('LastPgInd', String(isLast))])
      : undefined,
    createdElement(statement),
    element(
      'FrToDt',
      from === undefined
        ? []
        : [
            textElement('FrDtTm', secondsOf(bankDayBegin(from, timeZone), timeZone)),
            textElement('ToDtTm', secondsOf(bankDayEnd(to, timeZone), timeZone)),
          ],
    ),
    element('Acct', [
      accountId(account),
      element('Tp', [textElement('Cd', cashAccountType)]),
      textElement('Ccy', account.currency),
      element('Ownr', [textElement('Nm', ownerName, 140)]),
    ]),
    ...balances.map(balance),
  ].filter((one) => one !== undefined);
}

const balance = ({ type, intermediate, amount, date }: CamtBalance): Xml | undefined =>
  element('Bal', [
    element('Tp', [
      element('CdOrPrtry', [typeof type === 'string' ? textElement('Cd', type) : textElement('Prtry', type.proprietary, 35)]),
      intermediate ? element('SubTp', [textElement('Cd', 'INTM')]) : undefined,
    ]),
    ...amountOf(amount),
    element('Dt', [textElement('Dt', date)]),
  ]);
