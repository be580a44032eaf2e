import { balancesOfCard, type CardBalanceRow } from '@open-banking/cards/statements';
import { bookedTransactions, type CardWithTransaction } from './card-rows.js';
import { definedOrUndefined, queryRows, type Routes } from './floor.js';
import { shownOf } from './floor-page.js';

type CardRoute = { Params: { id: string }; Querystring: { dateFrom: string; limit: string } };

export const routes: Routes = (server, pool, { asked, today }) => {
  server.get<CardRoute>('/v1.7/cards/:id/balances', async ({ params: { id } }) => {
    const { psuId, granted } = asked[id]!;
    const [row] = await queryRows(pool, balancesOfCard, psuId, granted, id, today);
    return balancesIn(row!);
  });

  server.get<CardRoute>('/v1.7/cards/:id/transactions', async ({ params: { id }, query: { dateFrom, limit }, url }) => {
    const { psuId, granted } = asked[id]!;
    const rows = await queryRows(
      pool,
      bookedTransactions,
      psuId,
      granted,
      id,
      dateFrom,
      today,
      null,
      null,
      Number(limit) + 1,
      '-infinity',
      'infinity',
    );
    const { shown, links } = shownOf(rows, url, Number(limit), (row) => row.bookingDate);
    return {
      card: { maskedPan: rows[0]!.maskedPan, currency: rows[0]!.currency },
      cardTransactions: { booked: shown.map(toTransaction), _links: { card: { href: `/v1.7/cards/${id}` }, ...links } },
    };
  });
};

function balancesIn({ maskedPan, currency, nextDebit, nextDebitDate, notInvoiced, available, changedAt }: CardBalanceRow): object {
  const lastChangeDateTime = changedAt?.toISOString();
  return {
    card: { maskedPan, currency },
    balances: [
      { balanceType: 'expected', balanceAmount: { currency, amount: nextDebit }, referenceDate: nextDebitDate, lastChangeDateTime },
      { balanceType: 'nonInvoiced', balanceAmount: { currency, amount: notInvoiced }, lastChangeDateTime },
      { balanceType: 'interimAvailable', balanceAmount: { currency, amount: available }, creditLimitIncluded: true, lastChangeDateTime },
    ],
  };
}

const toTransaction = (row: CardWithTransaction): object => ({
  transactionId: row.transactionId,
  cardTransactionId: row.transactionId,
  terminalId: definedOrUndefined(row.terminalId),
  transactionDate: row.transactionDate,
  acceptorTransactionDateTime: row.acceptedAt?.toISOString(),
  bookingDate: definedOrUndefined(row.bookingDate),
  valueDate: definedOrUndefined(row.valueDate),
  transactionAmount: { currency: row.currency, amount: row.amount },
  grandTotalAmount: amountIn(row.currency, row.grandTotalAmount),
  currencyExchange: definedOrUndefined(row.currencyExchange),
  originalAmount: amountIn(row.originalCurrency, row.originalAmount),
  markupFee: amountIn(row.currency, row.markupFee),
  markupFeePercentage: definedOrUndefined(row.markupFeePercentage),
  cardAcceptorId: definedOrUndefined(row.cardAcceptorId),
  cardAcceptorName: definedOrUndefined(row.cardAcceptorName),
  cardAcceptorAddress:
    row.country === null
      ? undefined
      : {
          streetName: definedOrUndefined(row.street),
          buildingNumber: definedOrUndefined(row.building),
          townName: definedOrUndefined(row.town),
          postCode: definedOrUndefined(row.postCode),
          country: row.country,
        },
  cardAcceptorPhone: definedOrUndefined(row.cardAcceptorPhone),
  merchantCategoryCode: definedOrUndefined(row.merchantCategoryCode),
  maskedPAN: row.maskedPan,
  transactionDetails: definedOrUndefined(row.transactionDetails),
  invoiced: row.statementNumber !== null,
  proprietaryBankTransactionCode: definedOrUndefined(row.code),
});

const amountIn = (currency: string | null, amount: string | null): object | undefined =>
  amount === null ? undefined : { currency, amount };
