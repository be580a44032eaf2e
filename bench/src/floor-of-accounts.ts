import { withholdOwnerName } from '@open-banking/access';
import { balancesOfAccount, type BalanceRow } from '@open-banking/ais-pis/statements';
import { bookedEntries, type AccountWithEntry } from './entry-rows.js';
import { definedOrUndefined, queryRows, type Routes } from './floor.js';
import { shownOf } from './floor-page.js';

type AccountRoute = { Params: { id: string }; Querystring: { dateFrom: string; limit: string } };

export const routes: Routes = (server, pool, { asked, today }) => {
  server.get<AccountRoute>('/v1.7/accounts/:id/balances', async ({ params: { id } }) => {
    const { psuId, granted } = asked[id]!;
    const [row] = await queryRows(pool, balancesOfAccount, psuId, granted, today, id);
    return balancesIn(row!);
  });

  server.get<AccountRoute>('/v1.7/accounts/:id/transactions', async ({ params: { id }, query: { dateFrom, limit }, url }) => {
    const { psuId, granted } = asked[id]!;
    const rows = await queryRows(pool, bookedEntries, psuId, granted, id, dateFrom, today, null, null, Number(limit) + 1);
    const { shown, links } = shownOf(rows, url, Number(limit), (row) => row.entryDate);
    return {
      account: { iban: rows[0]!.iban, currency: rows[0]!.currency },
      transactions: { booked: shown.map(transactionWithoutOwner), _links: { account: { href: `/v1.7/accounts/${id}` }, ...links } },
    };
  });
};

function balancesIn({
  iban,
  currency,
  closingBooked,
  closedOn,
  booked,
  expected,
  available,
  creditLine,
  today,
  changedAt,
}: BalanceRow): object {
  const lastChangeDateTime = changedAt.toISOString();
  return {
    account: { iban, currency },
    balances: [
      {
        balanceType: 'closingBooked',
        balanceAmount: { currency, amount: closingBooked },
        creditLimitIncluded: false,
        referenceDate: closedOn,
        lastChangeDateTime,
      },
      {
        balanceType: 'expected',
        balanceAmount: { currency, amount: expected },
        creditLimitIncluded: false,
        referenceDate: today,
        lastChangeDateTime,
      },
      {
        balanceType: 'interimAvailable',
        balanceAmount: { currency, amount: available },
        creditLimitIncluded: creditLine,
        referenceDate: today,
        lastChangeDateTime,
      },
      {
        balanceType: 'interimBooked',
        balanceAmount: { currency, amount: booked },
        creditLimitIncluded: false,
        referenceDate: today,
        lastChangeDateTime,
      },
    ],
  };
}

/** The consents of the benchmark do not grant the owner's name, so neither server shows it. */
function transactionWithoutOwner(row: AccountWithEntry): object {
  const transaction = toTransaction(row);
  withholdOwnerName(transaction, row);
  return transaction;
}

const toTransaction = (row: AccountWithEntry): Record<string, unknown> => ({
  transactionId: row.transactionId,
  entryReference: row.entryReference,
  bookingDate: row.entryDate,
  valueDate: row.valueDate,
  transactionAmount: { currency: row.currency, amount: row.amount },
  endToEndId: definedOrUndefined(row.endToEndId),
  mandateId: definedOrUndefined(row.mandateId),
  checkId: definedOrUndefined(row.checkId),
  creditorId: definedOrUndefined(row.creditorId),
  currencyExchange: definedOrUndefined(row.currencyExchange),
  creditorName: definedOrUndefined(row.creditorName),
  creditorAccount: definedOrUndefined(row.creditorAccount),
  creditorAgent: definedOrUndefined(row.creditorAgent),
  ultimateCreditor: definedOrUndefined(row.ultimateCreditor),
  debtorName: definedOrUndefined(row.debtorName),
  debtorAccount: definedOrUndefined(row.debtorAccount),
  debtorAgent: definedOrUndefined(row.debtorAgent),
  ultimateDebtor: definedOrUndefined(row.ultimateDebtor),
  remittanceInformationUnstructured: definedOrUndefined(row.remittanceInformationUnstructured),
  remittanceInformationStructured: definedOrUndefined(row.remittanceInformationStructured),
  additionalInformation: definedOrUndefined(row.additionalInformation),
  purposeCode: definedOrUndefined(row.purposeCode),
  bankTransactionCode: definedOrUndefined(row.bankTransactionCode),
  proprietaryBankTransactionCode: definedOrUndefined(row.proprietaryBankTransactionCode),
  balanceAfterTransaction:
    row.balanceAfter === null
      ? undefined
      : { balanceType: 'interimBooked', balanceAmount: { currency: row.currency, amount: row.balanceAfter } },
});
