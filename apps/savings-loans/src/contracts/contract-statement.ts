import {
  accountCell,
  amountCells,
  balanceCells,
  bookedBalances,
  camt053,
  csvTable,
  pendingRemark,
  plainCell,
  type CsvFields,
  type PartOfPeriod,
} from '@open-banking/statements';
import type { CsvForm } from '@open-banking/http';
import type { Amount } from '@open-banking/messages';
import type { ContractAccount, ContractEntries, ContractEntry } from './contract.messages.js';
import { maxPending } from './contract.statements.js';

const columns: CsvFields<ContractEntry> = {
  transactionId: plainCell,
  entryReference: plainCell,
  bookingDate: plainCell,
  valueDate: plainCell,
  transactionAmount: amountCells,
  balanceAfterTransaction: balanceCells,
  creditorName: plainCell,
  creditorAccount: accountCell,
  debtorName: plainCell,
  debtorAccount: accountCell,
  remittanceInformationUnstructured: plainCell,
  additionalInformation: plainCell,
  bankTransactionCode: plainCell,
  proprietaryBankTransactionCode: plainCell,
};

/** The page of a list as a table: pending entries first. */
export const contractTable = ({ pending, booked }: ContractEntries, form?: CsvForm): Promise<Buffer> =>
  csvTable(
    columns,
    [
      { bookingStatus: 'pending', entries: pending },
      { bookingStatus: 'booked', entries: booked },
    ],
    form,
  );

export interface ContractStatement extends PartOfPeriod {
  readonly of: readonly string[];
  readonly createdAt: Date;
  readonly timeZone: string;
  readonly page: number | undefined;
  readonly transactions: ContractEntries;
  readonly account: ContractAccount;
  /** The balance at the end of the period, where the page has no booked entry. */
  readonly atEnd: Amount | undefined;
  /** So many pending entries are not in the statement. */
  readonly pendingLeftOut: number;
}

/** The page of a list as camt.053. */
export const contractStatement = ({ transactions, account, atEnd, pendingLeftOut, ...of }: ContractStatement): Promise<Buffer> =>
  camt053({
    ...of,
    account: { iban: account.iban, bban: account.bban, currency: account.currency },
    cashAccountType: account.cashAccountType,
    ownerName: account.ownerName,
    balances: bookedBalances(transactions.booked ?? [], atEnd, of),
    lists: [
      { status: 'PDNG', entries: transactions.pending },
      { status: 'BOOK', entries: transactions.booked },
    ],
    remark: pendingRemark(pendingLeftOut, maxPending),
  });
