import {
  amountCells,
  camt053,
  csvTable,
  jsonCell,
  memberCells,
  numberCell,
  pendingRemark,
  plainCell,
  type CamtBalance,
  type CsvFields,
  type ListedEntry,
} from '@open-banking/statements';
import type { CsvForm } from '@open-banking/http';
import { amountText, type Balance } from '@open-banking/messages';
import type { Card } from '../cards/cards.messages.js';
import type { CardTransaction, CardTransactions } from './transactions.messages.js';
import { maxPending } from './transactions.statements.js';

type Lists = CardTransactions['cardTransactions'];

const columns: CsvFields<CardTransaction> = {
  transactionId: plainCell,
  cardTransactionId: plainCell,
  maskedPAN: plainCell,
  transactionDate: plainCell,
  acceptorTransactionDateTime: plainCell,
  bookingDate: plainCell,
  valueDate: plainCell,
  transactionAmount: amountCells,
  originalAmount: amountCells,
  grandTotalAmount: amountCells,
  markupFee: amountCells,
  markupFeePercentage: numberCell,
  cardAcceptorName: plainCell,
  cardAcceptorId: plainCell,
  cardAcceptorAddress: memberCells('streetName', 'buildingNumber', 'postCode', 'townName', 'country'),
  cardAcceptorPhone: plainCell,
  merchantCategoryCode: plainCell,
  terminalId: plainCell,
  transactionDetails: plainCell,
  invoiced: plainCell,
  proprietaryBankTransactionCode: plainCell,
  currencyExchange: jsonCell,
};

/** The page of a list as a table: pending transactions first. */
export const cardTable = ({ pending, booked }: Pick<Lists, 'booked' | 'pending'>, form?: CsvForm): Promise<Buffer> =>
  csvTable(
    columns,
    [
      { bookingStatus: 'pending', entries: pending },
      { bookingStatus: 'booked', entries: booked },
    ],
    form,
  );

export interface CardStatement {
  readonly of: readonly string[];
  readonly createdAt: Date;
  readonly timeZone: string;
  readonly page: number | undefined;
  readonly isLast: boolean;
  readonly from: string | undefined;
  readonly to: string;
  readonly today: string;
  readonly lists: Pick<Lists, 'booked' | 'pending'>;
  readonly card: Card;
  readonly balances: readonly Balance[];
  /** So many pending transactions are not in the statement. */
  readonly pendingLeftOut: number;
}

/** The page of a list as camt.053. */
export const cardStatement = ({ lists, card, balances, today, pendingLeftOut, ...of }: CardStatement): Promise<Buffer> =>
  camt053({
    ...of,
    account: { maskedPan: card.maskedPan, currency: card.currency },
    cashAccountType: 'CARD',
    ownerName: card.ownerName,
    balances: ofNow(balances, card.currency, today),
    lists: [
      { status: 'PDNG', entries: lists.pending?.map(toEntry) },
      { status: 'BOOK', entries: lists.booked?.map(toEntry) },
    ],
    remark: pendingRemark(pendingLeftOut, maxPending),
  });

/** The balances that the card has in JSON. A card without any owes nothing. */
function ofNow(balances: readonly Balance[], currency: string, today: string): CamtBalance[] {
  if (balances.length === 0) return [{ type: 'XPCD', amount: { currency, amount: amountText(currency, '0') }, date: today }];
  return balances.map(({ balanceType, balanceAmount, referenceDate = today }) => ({
    type: balanceType === 'expected' ? 'XPCD' : balanceType === 'interimAvailable' ? 'ITAV' : { proprietary: balanceType },
    amount: balanceAmount,
    date: referenceDate,
  }));
}

/** A purchase pays the merchant, a refund is paid by the merchant. Its id is its reference: JSON has no other. */
function toEntry(transaction: CardTransaction): ListedEntry {
  const { cardAcceptorName, cardAcceptorAddress, cardAcceptorId, cardAcceptorPhone, transactionAmount, transactionDetails } = transaction;
  const isPurchase = transactionAmount.amount.startsWith('-');
  return {
    ...transaction,
    entryReference: transaction.transactionId,
    bankTransactionCode: 'PMNT-CCRD-OTHR',
    additionalInformation: transactionDetails,
    merchantId: cardAcceptorId,
    merchantPhone: cardAcceptorPhone,
    charges: chargesOf(transaction),
    cardUse: {
      transactionId: transaction.cardTransactionId,
      day: transaction.transactionDate,
      acceptedAt: transaction.acceptorTransactionDateTime,
      terminalId: transaction.terminalId,
      merchantCategoryCode: transaction.merchantCategoryCode,
    },
    ...(isPurchase
      ? { creditorName: cardAcceptorName, creditorAddress: cardAcceptorAddress }
      : { debtorName: cardAcceptorName, debtorAddress: cardAcceptorAddress }),
  };
}

const chargesOf = ({ markupFee, markupFeePercentage }: CardTransaction): ListedEntry['charges'] =>
  markupFee && [{ amount: markupFee, type: 'MARKUP_FEE', percentage: markupFeePercentage }];
