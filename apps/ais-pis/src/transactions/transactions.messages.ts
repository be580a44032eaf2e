import { pageQuery } from '@open-banking/access';
import { periodQuery, unsupportedQuery } from '@open-banking/http';
import { AccountReference, Amount, Balance, Currency, discloses, IsoDate, linksNamed } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** NextGenPSD2 1.3.11, `reportExchangeRate`. */
const Exchange = Type.Object(
  {
    sourceCurrency: Currency,
    exchangeRate: Type.String(),
    unitCurrency: Currency,
    targetCurrency: Currency,
    quotationDate: IsoDate,
    contractIdentification: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

const Text = Type.Optional(Type.String());

/** An entry of an account, booked or announced (NextGenPSD2 1.3.11, `transactions`). A debit is negative. */
export const Transaction = Type.Object(
  {
    ...discloses('none', {
      transactionId: Type.String({ description: 'The same from pending to booked.' }),
      entryReference: Type.String({ description: 'The order of booking; a pending entry gets another one when it is booked.' }),
      endToEndId: Text,
      mandateId: Text,
      checkId: Text,
      creditorId: Text,
      bookingDate: Type.Optional(IsoDate),
      valueDate: IsoDate,
      transactionAmount: Amount,
      currencyExchange: Type.Optional(Type.Array(Exchange)),
    }),
    ...discloses('otherAccount', {
      creditorName: Text,
      creditorAccount: Type.Optional(AccountReference),
      creditorAgent: Text,
      ultimateCreditor: Text,
      debtorName: Text,
      debtorAccount: Type.Optional(AccountReference),
      debtorAgent: Text,
      ultimateDebtor: Text,
    }),
    ...discloses('none', {
      remittanceInformationUnstructured: Text,
      remittanceInformationStructured: Text,
      additionalInformation: Text,
      purposeCode: Text,
      bankTransactionCode: Text,
      proprietaryBankTransactionCode: Text,
    }),
    ...discloses('balance', { balanceAfterTransaction: Type.Optional(Balance) }),
  },
  { $id: 'Transaction', additionalProperties: false },
);
export type Transaction = Static<typeof Transaction>;

export const Transactions = Type.Object(
  {
    ...discloses('none', { account: AccountReference }),
    transactions: Type.Object(
      {
        booked: Type.Optional(Type.Array(Transaction)),
        pending: Type.Optional(Type.Array(Transaction)),
        information: Type.Optional(Type.Array(Transaction)),
        ...discloses('none', { _links: linksNamed('account', 'first', 'next') }),
      },
      { additionalProperties: false },
    ),
    ...discloses('balance', { balances: Type.Optional(Type.Array(Balance)) }),
  },
  { additionalProperties: false },
);
export type Transactions = Static<typeof Transactions>;

export const TransactionsQuery = Type.Object(
  {
    bookingStatus: Type.String({
      enum: ['booked', 'pending', 'both', 'information', 'all'],
      description: '`both`: booked and pending. `information`: standing orders. `all`: the three.',
    }),
    withBalance: Type.Optional(Type.String({ enum: ['true', 'false'], description: 'Balances too; the consent must cover them.' })),
    ...periodQuery,
    ...pageQuery,
    ...unsupportedQuery,
  },
  { additionalProperties: false },
);
export type TransactionsQuery = Static<typeof TransactionsQuery>;
