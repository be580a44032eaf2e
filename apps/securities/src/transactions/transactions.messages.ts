import { pageQuery } from '@open-banking/access';
import { periodFaults, periodQuery, unsupportedFaults, unsupportedQuery, type BankDay } from '@open-banking/http';
import { AccountReference, Amount, withDescription, discloses, Instant, IsoDate, linksNamed, type Fault } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { ExchangeRate, Instrument } from '../instruments/instrument.js';
import { evaluationFaults, evaluationQuery } from '../instruments/evaluation.js';

const RelevantDate = Type.Object(
  {
    type: Type.String({
      enum: ['effectiveSettlementDate', 'settlementDate', 'valueDate', 'performanceDate', 'bookingDate', 'transactionDate'],
      description: 'What happened on the date.',
    }),
    date: Type.Optional(withDescription(IsoDate, 'The date as a day; absent where the instant is known.')),
    dateAndTime: Type.Optional(withDescription(Instant, 'The date as an instant; absent where only the day is known.')),
  },
  { additionalProperties: false },
);

/** openFinance data dictionary 2.3, `securitiesTransaction`. Units and amounts that leave the customer are negative. */
export const SecuritiesTransaction = Type.Object(
  {
    ...discloses('none', {
      transactionId: Type.String({ format: 'uuid', description: 'Id of the transaction, unique within this bank.' }),
      entryReference: Type.String({ description: 'Reference that gives the order of booking.' }),
      relevantDates: Type.Array(RelevantDate, { minItems: 1, description: 'Dates of the transaction, at least one.' }),
      financialInstrument: withDescription(Instrument, 'Instrument that was traded, or that the corporate action concerns.'),
      orderId: Type.Optional(
        Type.String({ format: 'uuid', description: 'Order that the transaction fills; absent where there was none.' }),
      ),
      unitsNumber: Type.Optional(Type.Number({ description: 'Number of units; negative where they leave the account, absent for bonds.' })),
      unitsNominal: Type.Optional(
        withDescription(Amount, 'Nominal amount, for bonds; negative where it leaves the account, absent otherwise.'),
      ),
      transactionTypeCode: Type.String({
        description: 'Kind of transaction as an openFinance TransactionActivityCode: `SETT` is a settled trade, `CORP` a corporate action.',
      }),
      placeOfTrade: Type.Optional(
        Type.Object(
          { mic: Type.String({ description: 'Market identifier code (ISO 10383).' }) },
          { additionalProperties: false, description: 'Market of the trade; absent where there was no trade.' },
        ),
      ),
      amountIncludesFees: Type.Boolean({ description: 'Whether `transactionAmount` includes the fees.' }),
      amountIncludesTaxes: Type.Boolean({ description: 'Whether `transactionAmount` includes taxes.' }),
      transactionAmount: Type.Optional(
        withDescription(Amount, 'Money that moved; negative where the customer paid, absent where none moved.'),
      ),
      relatedFees: Type.Optional(
        Type.Array(
          Type.Object(
            {
              typeCode: Type.Optional(
                Type.String({ description: 'Kind of fee as an openFinance code; absent where the kind is proprietary.' }),
              ),
              typeProprietary: Type.Optional(
                Type.String({ description: "Kind of fee in this bank's own words; absent where `typeCode` is present." }),
              ),
              amount: withDescription(Amount, 'Amount of the fee.'),
            },
            { additionalProperties: false },
          ),
          { description: 'Fees of the transaction; absent where there were none.' },
        ),
      ),
      currencyExchange: Type.Optional(
        Type.Array(ExchangeRate, { description: 'Rates used to convert the amount; absent where nothing was converted.' }),
      ),
      reversalIndicator: Type.Optional(
        Type.Boolean({ description: '`true` where the transaction reverses another one; absent otherwise.' }),
      ),
      reversedTransactionId: Type.Optional(
        Type.String({ format: 'uuid', description: 'Id of the transaction that is reversed; absent where none is.' }),
      ),
    }),
    // openFinance lists the units before and after as part of the transaction, so they need no permission of their own.
    ...discloses(
      'balance',
      {
        unitsNumberBeforeTx: Type.Optional(Type.Number({ description: 'Number of units held before the transaction; absent for bonds.' })),
        unitsNumberAfterTx: Type.Optional(Type.Number({ description: 'Number of units held after the transaction; absent for bonds.' })),
        unitsNominalBeforeTx: Type.Optional(
          withDescription(Amount, 'Nominal amount held before the transaction, for bonds; absent otherwise.'),
        ),
        unitsNominalAfterTx: Type.Optional(
          withDescription(Amount, 'Nominal amount held after the transaction, for bonds; absent otherwise.'),
        ),
      },
      'transactions',
    ),
    ...discloses('none', {
      accruedInterest: Type.Optional(
        Type.Object(
          {
            daysAccrued: Type.Optional(Type.Number({ description: 'Number of days since the last coupon.' })),
            amounts: Type.Array(Amount, { description: 'Accrued interest, one amount for each currency.' }),
          },
          { additionalProperties: false, description: 'Accrued interest that was paid or received with a bond; absent otherwise.' },
        ),
      ),
      details: Type.Optional(
        Type.String({ description: 'Remarks about the transaction, such as `Dividend`; absent where there are none.' }),
      ),
    }),
  },
  { $id: 'SecuritiesTransaction', additionalProperties: false },
);
export type SecuritiesTransaction = Static<typeof SecuritiesTransaction>;

export const SecuritiesTransactions = Type.Object(
  {
    ...discloses('none', { securitiesAccount: withDescription(AccountReference, 'The securities account whose transactions these are.') }),
    transactions: Type.Array(SecuritiesTransaction, { description: 'Transactions of one page, newest first.' }),
    ...discloses('none', {
      _links: withDescription(
        linksNamed('account', 'first', 'next'),
        'Paths of the account, the first page and, except on the last page, the next page.',
      ),
    }),
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
