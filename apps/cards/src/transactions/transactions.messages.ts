import { pageQuery } from '@open-banking/access';
import { jsonAmount, jsonColumn, jsonInstant, jsonMembers, jsonString, jsonToken } from '@open-banking/database';
import { periodQuery, unsupportedQuery } from '@open-banking/http';
import {
  AccountReference,
  Amount,
  Balance,
  Currency,
  withDescription,
  discloses,
  Instant,
  IsoDate,
  linksNamed,
} from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const Exchange = Type.Object(
  {
    sourceCurrency: withDescription(Currency, 'Currency that is converted, an ISO 4217 code.'),
    targetCurrency: Type.Optional(withDescription(Currency, 'Currency it is converted to, an ISO 4217 code.')),
    unitCurrency: Type.Optional(withDescription(Currency, 'Currency that the rate is quoted for one unit of, an ISO 4217 code.')),
    exchangeRate: Type.String({
      description: 'Rate as a decimal string: units of the other currency per unit of `unitCurrency`.',
    }),
    quotationDate: Type.Optional(withDescription(IsoDate, 'Day on which the rate was quoted.')),
    contractIdentification: Type.Optional(
      Type.String({ description: 'Identification of the exchange contract; absent where there is none.' }),
    ),
  },
  { additionalProperties: false },
);

const Address = Type.Object(
  {
    streetName: Type.Optional(Type.String({ description: 'Street name of the address.' })),
    buildingNumber: Type.Optional(Type.String({ description: 'Building number of the address.' })),
    townName: Type.Optional(Type.String({ description: 'Town of the address.' })),
    postCode: Type.Optional(Type.String({ description: 'Postal code of the address.' })),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'Country as an ISO 3166-1 alpha-2 code.' }),
  },
  { additionalProperties: false },
);

/** A card transaction (openFinance data dictionary 2.3, `cardTransaction`). A purchase is negative. */
export const CardTransaction = Type.Object(
  {
    ...discloses('none', {
      transactionId: Type.String({ description: 'Id of the transaction, the same from authorised to booked.' }),
      cardTransactionId: Type.String({ description: 'The same id under its name for cards.' }),
      terminalId: Type.Optional(Type.String({ description: 'Id of the terminal that accepted the card; absent where it is not known.' })),
      transactionDate: withDescription(IsoDate, 'Day on which the card was used.'),
      acceptorTransactionDateTime: withDescription(Instant, "Instant at which the merchant's terminal accepted the card."),
      bookingDate: Type.Optional(withDescription(IsoDate, 'Day on which the transaction was booked; absent while it is pending.')),
      valueDate: Type.Optional(
        withDescription(IsoDate, 'Day on which the statement with this transaction is debited; absent while it is pending.'),
      ),
      transactionAmount: withDescription(Amount, "Amount in the card's currency; negative for a purchase, positive for a refund."),
      grandTotalAmount: Type.Optional(withDescription(Amount, 'Total of a purchase that is paid in instalments; absent otherwise.')),
      currencyExchange: Type.Optional(
        Type.Array(Exchange, { description: 'Exchange rates used to convert the amount; absent where nothing was converted.' }),
      ),
      originalAmount: Type.Optional(
        withDescription(Amount, "Amount in the currency of the purchase; absent where it is the card's currency."),
      ),
      markupFee: Type.Optional(withDescription(Amount, 'Fee for converting the currency; absent where none was charged.')),
      markupFeePercentage: Type.Optional(
        Type.String({ description: 'The conversion fee in per cent, as a decimal string; absent where none was charged.' }),
      ),
      cardAcceptorId: Type.Optional(Type.String({ description: 'Id of the merchant; absent where it is not known.' })),
      cardAcceptorName: Type.Optional(Type.String({ description: 'Name of the merchant; absent where it is not known.' })),
    }),
    // The merchant's address, not the customer's: part of the purchase.
    ...discloses(
      'address',
      { cardAcceptorAddress: Type.Optional(withDescription(Address, 'Address of the merchant; absent where it is not known.')) },
      'transactions',
    ),
    ...discloses('none', {
      cardAcceptorPhone: Type.Optional(Type.String({ description: 'Telephone number of the merchant; absent where it is not known.' })),
      merchantCategoryCode: Type.Optional(
        Type.String({
          pattern: '^[0-9]{4}$',
          description: 'Merchant category code (ISO 18245), four digits; absent where it is not known.',
        }),
      ),
      maskedPAN: Type.String({ description: 'Masked number of the card that was used.' }),
      transactionDetails: Type.Optional(
        Type.String({ description: 'Remarks about the transaction, such as the number of an instalment; absent where there are none.' }),
      ),
      invoiced: Type.Boolean({ description: 'Whether a card statement includes the transaction.' }),
      proprietaryBankTransactionCode: Type.Optional(
        Type.String({ description: "Kind of transaction in this bank's own code; absent where there is none." }),
      ),
    }),
  },
  { $id: 'CardTransaction', additionalProperties: false },
);
export type CardTransaction = Static<typeof CardTransaction>;

/** The version of `bookedMembers`. Raise it with every change of what is written: transactions are then written again in the background. */
export const transactionTextFormat = 2;

const id = jsonString('coalesce(t.transaction_id, t.entry_reference)');
const address = jsonMembers({
  country: jsonString('t.card_acceptor_country'),
  streetName: jsonString('t.card_acceptor_street'),
  buildingNumber: jsonString('t.card_acceptor_building'),
  townName: jsonString('t.card_acceptor_town'),
  postCode: jsonString('t.card_acceptor_post_code'),
});

/** How PostgreSQL writes the fields that booked and pending transactions share. */
const membersOfBoth = {
  transactionId: id,
  cardTransactionId: id,
  terminalId: jsonString('t.terminal_id'),
  transactionDate: jsonToken('t.transaction_date'),
  acceptorTransactionDateTime: jsonInstant('t.acceptor_transaction_at'),
  transactionAmount: jsonAmount('c.currency', 't.amount'),
  currencyExchange: jsonColumn('t.currency_exchange'),
  originalAmount: jsonAmount('t.original_currency', 't.original_amount'),
  cardAcceptorId: jsonString('t.card_acceptor_id'),
  cardAcceptorName: jsonString('t.card_acceptor_name'),
  cardAcceptorAddress: `case when t.card_acceptor_country is not null then '{' || ${address} || '}' end`,
  cardAcceptorPhone: jsonString('t.card_acceptor_phone'),
  merchantCategoryCode: jsonString('t.merchant_category_code'),
  maskedPAN: jsonString('c.masked_pan'),
  transactionDetails: jsonString('t.transaction_details'),
  proprietaryBankTransactionCode: jsonString('t.proprietary_bank_transaction_code'),
};
type Members = Record<keyof CardTransaction, string>;

/** SQL: the members of a `CardTransaction` without braces, of a row `t` of `card_transaction` and its card `c`. */
export const bookedMembers = jsonMembers({
  ...membersOfBoth,
  bookingDate: jsonToken('t.booking_date'),
  valueDate: jsonToken('t.value_date'),
  grandTotalAmount: jsonAmount('c.currency', 't.grand_total_amount'),
  markupFee: jsonAmount('c.currency', 't.markup_fee'),
  markupFeePercentage: jsonToken('t.markup_fee_percentage'),
  invoiced: jsonColumn('t.statement_number is not null'),
} satisfies Members);

/** The same of a row `t` of `card_pending_transaction`, which has fewer columns. */
export const pendingMembers = jsonMembers({ ...membersOfBoth, invoiced: jsonColumn('false') } satisfies Partial<Members>);

/** SQL: the members of the reference to card `c`. */
export const cardMembers = jsonMembers({ maskedPan: jsonString('c.masked_pan'), currency: jsonString('c.currency') });

export const CardTransactions = Type.Object(
  {
    ...discloses('none', { card: withDescription(AccountReference, 'The card whose transactions these are, by its masked number.') }),
    cardTransactions: Type.Object(
      {
        booked: Type.Optional(
          Type.Array(CardTransaction, { description: 'Booked entries, newest first; absent where the request did not ask for them.' }),
        ),
        pending: Type.Optional(
          Type.Array(CardTransaction, {
            description: 'Entries that are announced but not booked yet; absent where the request did not ask for them.',
          }),
        ),
        ...discloses('none', {
          _links: withDescription(
            linksNamed('card', 'first', 'next'),
            'Paths of the card, the first page and, except on the last page, the next page.',
          ),
        }),
      },
      { additionalProperties: false, description: 'Transactions of one page, grouped by booking status.' },
    ),
    ...discloses('balance', {
      balances: Type.Optional(
        Type.Array(Balance, { description: 'Balances of the card; absent unless `withBalance=true` was requested.' }),
      ),
    }),
  },
  { additionalProperties: false },
);
export type CardTransactions = Static<typeof CardTransactions>;

export const CardTransactionsQuery = Type.Object(
  {
    bookingStatus: Type.Optional(
      Type.String({
        enum: ['booked', 'pending', 'both', 'all', 'information'],
        description: 'Which transactions to answer; default `booked`. `all` equals `both`, as a card has no standing orders.',
      }),
    ),
    withBalance: Type.Optional(
      Type.String({
        enum: ['true', 'false'],
        description: '`true` adds the balances of the card, which the consent must cover; default `false`.',
      }),
    ),
    ...periodQuery,
    valueDateFrom: Type.Optional(
      Type.String({
        description:
          'First value date, `YYYY-MM-DD`, the day on which the statement is debited. Only booked transactions have one. With a value date and without `dateFrom`, everything the bank keeps is searched.',
        examples: ['2026-11-10'],
      }),
    ),
    valueDateTo: Type.Optional(
      Type.String({ description: 'Last value date, `YYYY-MM-DD`; it may lie in the future.', examples: ['2026-12-10'] }),
    ),
    ...pageQuery,
    ...unsupportedQuery,
  },
  { additionalProperties: false },
);
export type CardTransactionsQuery = Static<typeof CardTransactionsQuery>;
