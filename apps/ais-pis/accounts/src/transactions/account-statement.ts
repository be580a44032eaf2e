import {
  accountCell,
  amountCells,
  balanceCells,
  bookedBalances,
  camt053,
  csvTable,
  jsonCell,
  pendingRemark,
  plainCell,
  type CsvFields,
  type PartOfPeriod,
} from '@open-banking/statements';
import type { CsvForm } from '@open-banking/http';
import type { Amount } from '@open-banking/messages';
import type { Account } from '../accounts.messages.js';
import { maxPending } from './account-statement-pages.statements.js';
import type { Transaction, Transactions } from './transactions.messages.js';

const columns: CsvFields<Transaction> = {
  transactionId: plainCell,
  entryReference: plainCell,
  bookingDate: plainCell,
  valueDate: plainCell,
  transactionAmount: amountCells,
  balanceAfterTransaction: balanceCells,
  creditorName: plainCell,
  creditorAccount: accountCell,
  creditorAgent: plainCell,
  ultimateCreditor: plainCell,
  creditorId: plainCell,
  debtorName: plainCell,
  debtorAccount: accountCell,
  debtorAgent: plainCell,
  ultimateDebtor: plainCell,
  remittanceInformationUnstructured: plainCell,
  remittanceInformationStructured: plainCell,
  additionalInformation: plainCell,
  endToEndId: plainCell,
  mandateId: plainCell,
  checkId: plainCell,
  purposeCode: plainCell,
  bankTransactionCode: plainCell,
  proprietaryBankTransactionCode: plainCell,
  currencyExchange: jsonCell,
};

/** The page of a list as a table, in the order of the pages: pending entries first, and before them what is pending no longer. */
export const accountTable = ({ transactions: { removed, pending, booked, information } }: Transactions, form?: CsvForm): Promise<Buffer> =>
  csvTable(
    columns,
    [
      { bookingStatus: 'removed', entries: removed },
      { bookingStatus: 'pending', entries: pending },
      { bookingStatus: 'booked', entries: booked },
      { bookingStatus: 'information', entries: information },
    ],
    form,
  );

export interface AccountStatement extends PartOfPeriod {
  readonly of: readonly string[];
  readonly createdAt: Date;
  readonly timeZone: string;
  readonly page: number | undefined;
  readonly list: Transactions;
  readonly account: Account;
  /** The balance at the end of the period, where the page has no booked entry. */
  readonly atEnd: Amount | undefined;
  /** So many pending entries of the period are not in the statement. */
  readonly pendingLeftOut: number;
}

/** The page of a list as camt.053. */
export const accountStatement = ({ list: { transactions }, account, atEnd, pendingLeftOut, ...of }: AccountStatement): Promise<Buffer> =>
  camt053({
    ...of,
    account: { iban: account.iban, currency: account.currency },
    cashAccountType: account.cashAccountType,
    ownerName: account.ownerName,
    balances: bookedBalances(transactions.booked ?? [], atEnd, of),
    lists: [
      { status: 'PDNG', entries: transactions.pending },
      { status: 'BOOK', entries: transactions.booked },
      { status: 'INFO', entries: transactions.information },
    ],
    remark: pendingRemark(pendingLeftOut, maxPending),
  });
