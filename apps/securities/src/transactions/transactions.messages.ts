import { pageQuery } from '@open-banking/access';
import { periodFaults, periodQuery, unsupportedFaults, unsupportedQuery, type BankDay } from '@open-banking/http';
import { AccountReference, Amount, discloses, Instant, IsoDate, linksNamed, type Fault } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { ExchangeRate, Instrument } from '../instruments/instrument.js';
import { evaluationFaults, evaluationQuery } from '../positions/positions.messages.js';

const RelevantDate = Type.Object(
  {
    type: Type.String({
      enum: ['effectiveSettlementDate', 'settlementDate', 'valueDate', 'performanceDate', 'bookingDate', 'transactionDate'],
    }),
    date: Type.Optional(IsoDate),
    dateAndTime: Type.Optional(Instant),
  },
  { additionalProperties: false },
);

/** openFinance data dictionary 2.3, `securitiesTransaction`. Units and money that leave the customer are negative. */
export const SecuritiesTransaction = Type.Object(
  {
    ...discloses('none', {
      transactionId: Type.String({ format: 'uuid' }),
      entryReference: Type.String(),
      relevantDates: Type.Array(RelevantDate, { minItems: 1 }),
      financialInstrument: Instrument,
      orderId: Type.Optional(Type.String({ format: 'uuid' })),
      unitsNumber: Type.Optional(Type.Number()),
      unitsNominal: Type.Optional(Amount),
      transactionTypeCode: Type.String({ description: 'TransactionActivityCode: SETT is a settled trade, CORP a corporate action.' }),
      placeOfTrade: Type.Optional(Type.Object({ mic: Type.String() }, { additionalProperties: false })),
      amountIncludesFees: Type.Boolean(),
      amountIncludesTaxes: Type.Boolean(),
      transactionAmount: Type.Optional(Amount),
      relatedFees: Type.Optional(
        Type.Array(Type.Object({ typeCode: Type.Optional(Type.String()), typeProprietary: Type.Optional(Type.String()), amount: Amount })),
      ),
      currencyExchange: Type.Optional(Type.Array(ExchangeRate)),
      reversalIndicator: Type.Optional(Type.Boolean()),
      reversedTransactionId: Type.Optional(Type.String({ format: 'uuid' })),
    }),
    // openFinance has the units before and after among the facts of a transaction.
    ...discloses(
      'balance',
      {
        unitsNumberBeforeTx: Type.Optional(Type.Number()),
        unitsNumberAfterTx: Type.Optional(Type.Number()),
        unitsNominalBeforeTx: Type.Optional(Amount),
        unitsNominalAfterTx: Type.Optional(Amount),
      },
      'transactions',
    ),
    ...discloses('none', {
      accruedInterest: Type.Optional(
        Type.Object({ daysAccrued: Type.Optional(Type.Number()), amounts: Type.Array(Amount) }, { additionalProperties: false }),
      ),
      details: Type.Optional(Type.String()),
    }),
  },
  { $id: 'SecuritiesTransaction', additionalProperties: false },
);
export type SecuritiesTransaction = Static<typeof SecuritiesTransaction>;

export const SecuritiesTransactions = Type.Object(
  {
    ...discloses('none', { securitiesAccount: AccountReference }),
    transactions: Type.Array(SecuritiesTransaction),
    ...discloses('none', { _links: linksNamed('account', 'first', 'next') }),
  },
  { additionalProperties: false },
);
export type SecuritiesTransactions = Static<typeof SecuritiesTransactions>;

export const SecuritiesTransactionsQuery = Type.Object(
  { ...periodQuery, ...pageQuery, ...evaluationQuery, ...unsupportedQuery },
  { additionalProperties: false },
);
export type SecuritiesTransactionsQuery = Static<typeof SecuritiesTransactionsQuery>;

export const securitiesTransactionsFaults = (query: SecuritiesTransactionsQuery, day: BankDay): Fault[] => [
  ...unsupportedFaults(query),
  ...evaluationFaults(query),
  ...periodFaults(query, day),
];
