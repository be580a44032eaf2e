import { pageQuery } from '@open-banking/access';
import { periodQuery, unsupportedQuery } from '@open-banking/http';
import { AccountReference, Amount, Balance, Currency, described, discloses, IsoDate, linksNamed } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** NextGenPSD2 1.3.11, `reportExchangeRate`. */
const Exchange = Type.Object(
  {
    sourceCurrency: described(Currency, 'Currency that is converted, an ISO 4217 code.'),
    exchangeRate: Type.String({
      description: 'Rate as a decimal string: units of the other currency per unit of `unitCurrency`.',
    }),
    unitCurrency: described(Currency, 'Currency that the rate is quoted for one unit of, an ISO 4217 code.'),
    targetCurrency: described(Currency, 'Currency it is converted to, an ISO 4217 code.'),
    quotationDate: described(IsoDate, 'Day on which the rate was quoted.'),
    contractIdentification: Type.Optional(
      Type.String({ description: 'Identification of the exchange contract; absent where there is none.' }),
    ),
  },
  { additionalProperties: false },
);

const Text = Type.Optional(Type.String());

/** An entry of an account, booked or pending (NextGenPSD2 1.3.11, `transactions`). A debit is negative. */
export const Transaction = Type.Object(
  {
    ...discloses('none', {
      transactionId: Type.String({ description: 'Id of the entry, the same from pending to booked.' }),
      entryReference: Type.String({
        description: 'Reference that gives the order of booking; a pending entry gets another one when it is booked.',
      }),
      endToEndId: described(Text, 'Reference that the payer gave the payment; absent where there is none.'),
      mandateId: described(Text, "Creditor's reference of the mandate that a direct debit was collected under; absent otherwise."),
      checkId: described(Text, 'Number of the cheque; absent where the entry is not a cheque.'),
      creditorId: described(Text, 'Creditor identifier of a direct debit, such as a SEPA creditor identifier; absent otherwise.'),
      bookingDate: Type.Optional(described(IsoDate, 'Day on which the entry was booked; absent while it is pending.')),
      valueDate: described(IsoDate, 'Day from which the amount counts for interest.'),
      transactionAmount: described(Amount, "Amount of the entry in the account's currency; negative where the account is debited."),
      currencyExchange: Type.Optional(
        Type.Array(Exchange, { description: 'Exchange rates used to convert the amount; absent where nothing was converted.' }),
      ),
    }),
    ...discloses('otherAccount', {
      creditorName: described(Text, 'Name of the party that receives the money; absent where it is not known.'),
      creditorAccount: Type.Optional(described(AccountReference, 'Account that receives the money; absent where it is not known.')),
      creditorAgent: described(Text, 'BIC (ISO 9362) of the bank that receives the money; absent where it is not known.'),
      ultimateCreditor: described(Text, 'Party on whose behalf the creditor receives the money; absent where there is none.'),
      debtorName: described(Text, 'Name of the party that pays; absent where it is not known.'),
      debtorAccount: Type.Optional(described(AccountReference, 'Account that pays; absent where it is not known.')),
      debtorAgent: described(Text, 'BIC (ISO 9362) of the bank that pays; absent where it is not known.'),
      ultimateDebtor: described(Text, 'Party on whose behalf the debtor pays; absent where there is none.'),
    }),
    ...discloses('none', {
      remittanceInformationUnstructured: described(Text, 'Free text about the purpose of the payment; absent where there is none.'),
      remittanceInformationStructured: described(Text, 'Structured reference of the creditor; absent where there is none.'),
      additionalInformation: described(Text, 'Further remarks of the bank about the entry; absent where there are none.'),
      purposeCode: described(Text, 'Purpose as an ISO 20022 ExternalPurpose1Code; absent where the payer gave none.'),
      bankTransactionCode: described(Text, 'Kind of entry as an ISO 20022 bank transaction code (domain, family and sub-family).'),
      proprietaryBankTransactionCode: described(Text, "Kind of entry in this bank's own code."),
    }),
    ...discloses('balance', {
      balanceAfterTransaction: Type.Optional(
        described(Balance, 'Balance of the account after this entry; absent unless the consent covers balances.'),
      ),
    }),
  },
  { $id: 'Transaction', additionalProperties: false },
);
export type Transaction = Static<typeof Transaction>;

export const Transactions = Type.Object(
  {
    ...discloses('none', { account: described(AccountReference, 'The account whose entries these are.') }),
    transactions: Type.Object(
      {
        booked: Type.Optional(
          Type.Array(Transaction, { description: 'Booked entries, newest first; absent where the request did not ask for them.' }),
        ),
        pending: Type.Optional(
          Type.Array(Transaction, {
            description: 'Entries that are not booked yet; absent where the request did not ask for them.',
          }),
        ),
        information: Type.Optional(
          Type.Array(Transaction, { description: 'Standing orders to come; absent where the request did not ask for them.' }),
        ),
        ...discloses('none', {
          _links: described(
            linksNamed('account', 'first', 'next'),
            'Paths of the account, the first page and, except on the last page, the next page.',
          ),
        }),
      },
      { additionalProperties: false, description: 'Entries of one page, grouped by booking status.' },
    ),
    ...discloses('balance', {
      balances: Type.Optional(
        Type.Array(Balance, { description: 'Balances of the account; absent unless `withBalance=true` was requested.' }),
      ),
    }),
  },
  { additionalProperties: false },
);
export type Transactions = Static<typeof Transactions>;

export const TransactionsQuery = Type.Object(
  {
    bookingStatus: Type.String({
      enum: ['booked', 'pending', 'both', 'information', 'all'],
      description: 'Which entries to return: `both` is booked and pending, `information` is standing orders, `all` is all three.',
    }),
    withBalance: Type.Optional(
      Type.String({
        enum: ['true', 'false'],
        description: '`true` adds the balances of the account, which the consent must cover; default `false`.',
      }),
    ),
    ...periodQuery,
    ...pageQuery,
    ...unsupportedQuery,
  },
  { additionalProperties: false },
);
export type TransactionsQuery = Static<typeof TransactionsQuery>;
