import { randomUUID } from 'node:crypto';
import { aMaskedPan, daysAgo, type FeedLine } from '@open-banking/testing';
import { accountNumber, euro, holder, money, newest, now, reference, total, type Arrival, type FedProduct } from './fed-product.js';
import { portfolios } from './fed-portfolios.js';

interface ListedRow {
  readonly transactionId: string;
  readonly bookingDate: string;
  readonly transactionAmount: { readonly amount: string };
  readonly balanceAfterTransaction?: { readonly balanceAmount: { readonly amount: string } };
}
interface Listed {
  readonly booked: readonly ListedRow[];
  readonly _links: { readonly next?: { readonly href: string } };
}

const moneyRows = ({ booked, _links: { next } }: Listed) => ({
  rows: booked.map(({ transactionId, bookingDate, transactionAmount, balanceAfterTransaction }) => ({
    id: transactionId,
    bookingDate,
    amount: transactionAmount.amount,
    ...(balanceAfterTransaction && { after: balanceAfterTransaction.balanceAmount.amount }),
  })),
  ...(next && { next: next.href }),
});

const accounts: FedProduct = {
  name: 'accounts',
  knowsReferences: false,
  idLength: 35,
  service: 'ais-pis',
  beginsWith: [],
  open: (accountId, psuId) => [
    {
      type: 'account',
      accountId,
      iban: accountNumber(),
      bic: 'DEMOILITXXX',
      ...euro,
      name: 'Followed account',
      product: 'Current',
      cashAccountType: 'CACC',
      openedOn: '2024-01-01',
    },
    holder(psuId, accountId),
  ],
  book: (accountId, before, added) => [
    ...added.map((row) => ({
      type: 'entry',
      accountId,
      transactionId: row.id,
      bookingDate: daysAgo(row.daysAgo),
      valueDate: daysAgo(row.daysAgo),
      amount: money(row.amount),
      bankTransactionCode: 'PMNT-RCDT-ESCT',
    })),
    { type: 'accountBalance', accountId, booked: money(total([...before, ...added])) },
  ],
  list: (accountId) => `/v1.7/accounts/${accountId}/transactions`,
  rowsOf: ({ transactions }: { transactions: Listed }) => moneyRows(transactions),
};

const cards: FedProduct = {
  name: 'cards',
  knowsReferences: true,
  idLength: 35,
  service: 'cards',
  beginsWith: [],
  open: (cardId, psuId) => [
    {
      type: 'card',
      cardId,
      maskedPan: aMaskedPan(),
      ...euro,
      name: 'Followed card',
      product: 'Gold',
      creditLimit: '1000.00',
      statementDay: 1,
      debitDay: 10,
      debitedAccountId: randomUUID(),
      debitedIban: accountNumber(),
    },
    holder(psuId, cardId),
    cardBalance(cardId, []),
  ],
  book: (cardId, before, added) => [
    ...added.map((row) => ({
      type: 'cardTransaction',
      cardId,
      bookingDate: daysAgo(row.daysAgo),
      entryReference: reference(row.number),
      ...(row.id !== reference(row.number) && { transactionId: row.id }),
      transactionDate: daysAgo(row.daysAgo),
      acceptorTransactionAt: now,
      valueDate: daysAgo(-10),
      amount: money(row.amount),
    })),
    cardBalance(cardId, [...before, ...added]),
  ],
  list: (cardId) => `/v1.7/cards/${cardId}/transactions`,
  rowsOf: ({ cardTransactions }: { cardTransactions: Listed }) => moneyRows(cardTransactions),
};

const cardBalance = (cardId: string, rows: readonly Arrival[]): FeedLine => ({
  type: 'cardBalance',
  cardId,
  invoiced: '0.00',
  notInvoiced: money(total(rows)),
  pending: '0.00',
  nextDebitDate: daysAgo(-10),
  changedAt: now,
});

const first: Arrival = { daysAgo: 30, amount: 100, number: 0, id: reference(0) };

const savings: FedProduct = {
  name: 'savings',
  knowsReferences: true,
  idLength: 35,
  service: 'savings-loans',
  beginsWith: [first],
  open: (accountId, psuId) => [
    holder(psuId, accountId),
    saving(accountId, [first]),
    { ...savingsEntry(accountId, first, 100), proprietaryBankTransactionCode: 'OPENING' },
  ],
  book: (accountId, before, added, after) => [
    ...added.map((row) => savingsEntry(accountId, row, after(row))),
    saving(accountId, [...before, ...added]),
  ],
  list: (accountId) => `/v1.5/savings/${accountId}/transactions`,
  rowsOf: ({ transactions }: { transactions: Listed }) => moneyRows(transactions),
};

const savingsEntry = (accountId: string, row: Arrival, after: number): FeedLine => ({
  type: 'savingsEntry',
  accountId,
  bookingDate: daysAgo(row.daysAgo),
  entryReference: reference(row.number),
  ...(row.id !== reference(row.number) && { transactionId: row.id }),
  valueDate: daysAgo(row.daysAgo),
  amount: money(row.amount),
  balanceAfter: money(after),
  bankTransactionCode: 'PMNT-MCOP-OTHR',
  proprietaryBankTransactionCode: 'DEPOSIT',
});

const saving = (accountId: string, rows: readonly Arrival[]): FeedLine => ({
  type: 'savingsAccount',
  accountId,
  bban: accountId.replaceAll('-', '').slice(0, 20).toUpperCase(),
  ...euro,
  name: 'Followed saving',
  product: 'Saving',
  cashAccountType: 'SVGS',
  interest: [{ type: 'FIXD', rate: [{ percentage: '2.5' }] }],
  contractStartDate: '2025-01-31',
  booked: money(total(rows)),
  incoming: '0.00',
  lastBookingDate: newest(rows),
  changedAt: now,
});

export const fedProducts: readonly FedProduct[] = [accounts, cards, savings, portfolios];
