import { Injectable } from '@nestjs/common';
import { keysetPage, type CustomerPrincipal } from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { periodOf } from '@open-banking/http';
import { omitNullish, linksTo, Refusal, withAmountTexts } from '@open-banking/messages';
import { toReference } from '../accounts/accounts.service.js';
import { isNominal, nominal, toInstrument } from '../instruments/instrument.js';
import type { SecuritiesTransaction, SecuritiesTransactions, SecuritiesTransactionsQuery } from './transactions.messages.js';
import { transactionsOfAccount, type AccountWithTransaction, type TransactionRow } from './transactions.statements.js';

/** By default all stored days are returned. */
export const earliestKept = '-infinity';

@Injectable()
export class TransactionsService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
  ) {}

  async list(principal: CustomerPrincipal, accountId: string, query: SecuritiesTransactionsQuery): Promise<SecuritiesTransactions> {
    const path = `/v1.0/securities-accounts/${accountId}`;
    const { from, to } = periodOf(query, this.clock.today(), earliestKept);
    const page = keysetPage<[date: string, reference: string], [from: string, to: string]>(
      this.cursors,
      principal,
      `${path}/transactions`,
      query,
      [from!, to],
    );
    const found = await this.database.rows(
      transactionsOfAccount,
      principal.psuId,
      principal.granted,
      accountId,
      ...page.fixed,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      page.take,
    );
    const [account] = found;
    if (!account) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    const { rows, first, next } = page.show(found, (row) => [row.bookingDate!, row.entryReference!]);
    return {
      securitiesAccount: toReference(account),
      transactions: rows.filter((row): row is AccountWithTransaction & TransactionRow => row.transactionId !== null).map(toTransaction),
      _links: linksTo({ account: path, first, next }),
    };
  }
}

function toTransaction(row: TransactionRow): SecuritiesTransaction {
  const held = isNominal(row);
  const number = (units: string) => (held ? null : Number(units));
  const ofNominal = (units: string) => (held ? nominal(row, units) : null);
  const { amount, amountCurrency: currency, accruedAmount, accruedDays } = row;
  return omitNullish({
    transactionId: row.transactionId,
    entryReference: row.entryReference,
    relevantDates: datesOf(row),
    financialInstrument: toInstrument(row),
    orderId: row.orderId,
    unitsNumber: number(row.units),
    unitsNominal: ofNominal(row.units),
    transactionTypeCode: row.typeCode,
    placeOfTrade: row.mic === null ? null : { mic: row.mic },
    amountIncludesFees: row.includesFees,
    amountIncludesTaxes: row.includesTaxes,
    transactionAmount: amount === null || currency === null ? null : { currency, amount },
    relatedFees: withAmountTexts(row.relatedFees),
    currencyExchange: row.currencyExchange,
    reversalIndicator: row.reversal || null,
    reversedTransactionId: row.reversedId,
    unitsNumberBeforeTx: number(row.unitsBefore),
    unitsNumberAfterTx: number(row.unitsAfter),
    unitsNominalBeforeTx: ofNominal(row.unitsBefore),
    unitsNominalAfterTx: ofNominal(row.unitsAfter),
    accruedInterest:
      accruedAmount === null
        ? null
        : omitNullish({ daysAccrued: accruedDays, amounts: [{ currency: currency ?? row.instrumentCurrency, amount: accruedAmount }] }),
    details: row.details,
  }) as SecuritiesTransaction;
}

/** The dates of booking, trade and settlement, as far as the bank knows them. */
function datesOf({
  bookingDate,
  transactionDate,
  transactedAt,
  settlementDate,
  valueDate,
}: TransactionRow): SecuritiesTransaction['relevantDates'] {
  return [
    { type: 'bookingDate', date: bookingDate },
    transactedAt === null
      ? { type: 'transactionDate', date: transactionDate }
      : { type: 'transactionDate', dateAndTime: transactedAt.toISOString() },
    ...(settlementDate === null ? [] : [{ type: 'settlementDate', date: settlementDate }]),
    ...(valueDate === null ? [] : [{ type: 'valueDate', date: valueDate }]),
  ];
}
