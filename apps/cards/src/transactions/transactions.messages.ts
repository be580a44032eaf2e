import { pageQuery } from '@open-banking/access';
import { periodQuery, unsupportedQuery } from '@open-banking/http';
import { AccountReference, Amount, Balance, Currency, discloses, Instant, IsoDate, linksNamed } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const Exchange = Type.Object({
  sourceCurrency: Currency,
  targetCurrency: Type.Optional(Currency),
  unitCurrency: Type.Optional(Currency),
  exchangeRate: Type.String(),
  quotationDate: Type.Optional(IsoDate),
  contractIdentification: Type.Optional(Type.String()),
});

const Address = Type.Object(
  {
    streetName: Type.Optional(Type.String()),
    buildingNumber: Type.Optional(Type.String()),
    townName: Type.Optional(Type.String()),
    postCode: Type.Optional(Type.String()),
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
  },
  { additionalProperties: false },
);

/** A card transaction (openFinance data dictionary 2.3, `cardTransaction`). A purchase is negative. */
export const CardTransaction = Type.Object(
  {
    ...discloses('none', {
      transactionId: Type.String({ description: 'The same from authorised to booked.' }),
      cardTransactionId: Type.String({ description: 'The transactionId, by its name for cards.' }),
      terminalId: Type.Optional(Type.String()),
      transactionDate: IsoDate,
      acceptorTransactionDateTime: Instant,
      bookingDate: Type.Optional(IsoDate),
      valueDate: Type.Optional(IsoDate),
      transactionAmount: Amount,
      grandTotalAmount: Type.Optional(Amount),
      currencyExchange: Type.Optional(Type.Array(Exchange)),
      originalAmount: Type.Optional(Amount),
      markupFee: Type.Optional(Amount),
      markupFeePercentage: Type.Optional(Type.String()),
      cardAcceptorId: Type.Optional(Type.String()),
      cardAcceptorName: Type.Optional(Type.String()),
    }),
    // The merchant's, not the customer's: part of what was bought.
    ...discloses('address', { cardAcceptorAddress: Type.Optional(Address) }, 'transactions'),
    ...discloses('none', {
      cardAcceptorPhone: Type.Optional(Type.String()),
      merchantCategoryCode: Type.Optional(Type.String({ pattern: '^[0-9]{4}$' })),
      maskedPAN: Type.String(),
      transactionDetails: Type.Optional(Type.String()),
      invoiced: Type.Boolean({ description: 'Whether a statement has claimed it.' }),
      proprietaryBankTransactionCode: Type.Optional(Type.String()),
    }),
  },
  { $id: 'CardTransaction', additionalProperties: false },
);
export type CardTransaction = Static<typeof CardTransaction>;

export const CardTransactions = Type.Object(
  {
    ...discloses('none', { card: AccountReference }),
    cardTransactions: Type.Object(
      {
        booked: Type.Optional(Type.Array(CardTransaction)),
        pending: Type.Optional(Type.Array(CardTransaction)),
        ...discloses('none', { _links: linksNamed('card', 'first', 'next') }),
      },
      { additionalProperties: false },
    ),
    ...discloses('balance', { balances: Type.Optional(Type.Array(Balance)) }),
  },
  { additionalProperties: false },
);
export type CardTransactions = Static<typeof CardTransactions>;

export const CardTransactionsQuery = Type.Object(
  {
    bookingStatus: Type.Optional(
      Type.String({
        enum: ['booked', 'pending', 'both', 'all', 'information'],
        description: 'Default `booked`. `all` is `both`: a card has no standing orders.',
      }),
    ),
    withBalance: Type.Optional(Type.String({ enum: ['true', 'false'], description: 'Balances too; the consent must cover them.' })),
    ...periodQuery,
    valueDateFrom: Type.Optional(
      Type.String({
        description:
          'First value date, `YYYY-MM-DD`: when the statement is debited. Of booked transactions only, as pending ones have no value date yet. With one of the two and no `dateFrom`, everything kept is searched.',
        examples: ['2026-11-10'],
      }),
    ),
    valueDateTo: Type.Optional(
      Type.String({ description: 'Last value date, `YYYY-MM-DD`; it may be still to come.', examples: ['2026-12-10'] }),
    ),
    ...pageQuery,
    ...unsupportedQuery,
  },
  { additionalProperties: false },
);
export type CardTransactionsQuery = Static<typeof CardTransactionsQuery>;
