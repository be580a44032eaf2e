import { isOwner, pageQuery } from '@open-banking/access';
import { jsonAmount, jsonColumn, jsonMembers, jsonReference, jsonString, jsonToken } from '@open-banking/database';
import { periodQuery } from '@open-banking/http';
import { AccountReference, Amount, Balance, Currency, withDescription, discloses, IsoDate, linksNamed } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** NextGenPSD2 1.3.11, `reportExchangeRate`. */
const Exchange = Type.Object(
  {
    sourceCurrency: withDescription(Currency, 'Currency that is converted, an ISO 4217 code.'),
    exchangeRate: Type.String({
      description: 'Rate as a decimal string: units of the other currency per unit of `unitCurrency`.',
    }),
    unitCurrency: withDescription(Currency, 'Currency that the rate is quoted for one unit of, an ISO 4217 code.'),
    targetCurrency: withDescription(Currency, 'Currency it is converted to, an ISO 4217 code.'),
    quotationDate: withDescription(IsoDate, 'Day on which the rate was quoted.'),
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
      endToEndId: withDescription(Text, 'Reference that the payer gave the payment; absent where there is none.'),
      mandateId: withDescription(Text, "Creditor's reference of the mandate that a direct debit was collected under; absent otherwise."),
      checkId: withDescription(Text, 'Number of the cheque; absent where the entry is not a cheque.'),
      creditorId: withDescription(Text, 'Creditor identifier of a direct debit, such as a SEPA creditor identifier; absent otherwise.'),
      bookingDate: Type.Optional(withDescription(IsoDate, 'Day on which the entry was booked; absent while it is pending.')),
      valueDate: withDescription(IsoDate, 'Day from which the amount counts for interest.'),
      transactionAmount: withDescription(Amount, "Amount of the entry in the account's currency; negative where the account is debited."),
      currencyExchange: Type.Optional(
        Type.Array(Exchange, { description: 'Exchange rates used to convert the amount; absent where nothing was converted.' }),
      ),
    }),
    ...discloses('otherAccount', {
      creditorName: withDescription(Text, 'Name of the party that receives the money; absent where it is not known.'),
      creditorAccount: Type.Optional(withDescription(AccountReference, 'Account that receives the money; absent where it is not known.')),
      creditorAgent: withDescription(Text, 'BIC (ISO 9362) of the bank that receives the money; absent where it is not known.'),
      ultimateCreditor: withDescription(Text, 'Party on whose behalf the creditor receives the money; absent where there is none.'),
      debtorName: withDescription(Text, 'Name of the party that pays; absent where it is not known.'),
      debtorAccount: Type.Optional(withDescription(AccountReference, 'Account that pays; absent where it is not known.')),
      debtorAgent: withDescription(Text, 'BIC (ISO 9362) of the bank that pays; absent where it is not known.'),
      ultimateDebtor: withDescription(Text, 'Party on whose behalf the debtor pays; absent where there is none.'),
    }),
    ...discloses('none', {
      remittanceInformationUnstructured: withDescription(Text, 'Free text about the purpose of the payment; absent where there is none.'),
      remittanceInformationStructured: withDescription(Text, 'Structured reference of the creditor; absent where there is none.'),
      additionalInformation: withDescription(Text, 'Further remarks of the bank about the entry; absent where there are none.'),
      purposeCode: withDescription(Text, 'Purpose as an ISO 20022 ExternalPurpose1Code; absent where the payer gave none.'),
      bankTransactionCode: withDescription(Text, 'Kind of entry as an ISO 20022 bank transaction code (domain, family and sub-family).'),
      proprietaryBankTransactionCode: withDescription(Text, "Kind of entry in this bank's own code."),
    }),
    ...discloses('balance', {
      balanceAfterTransaction: Type.Optional(
        withDescription(Balance, 'Balance of the account after this entry; absent unless the consent covers balances.'),
      ),
    }),
  },
  { $id: 'Transaction', additionalProperties: false },
);
export type Transaction = Static<typeof Transaction>;

/** The version of `bookedMembers`. Raise it with every change of what is written: entries are then written again in the background. */
export const entryTextFormat = 2;

/** Names in an entry `e` of account `a`, and the account that stands beside each. */
const parties = [
  ['e.creditor_name', 'e.creditor_account'],
  ['e.debtor_name', 'e.debtor_account'],
  ['e.ultimate_creditor'],
  ['e.ultimate_debtor'],
] as const;

/** SQL: a name in a booked entry is the owner's. */
export const namesOwner = `((${parties.map(([name, account]) => isOwner(name, account)).join(' or ')}) is true)`;

/** A name as a JSON string; the owner's only if the SQL condition `shown` holds. */
const party = (shown: string, [name, account]: (typeof parties)[number]): string =>
  jsonString(`case when not ${shown} and ${isOwner(name, account)} then null else ${name} end`);

/** How PostgreSQL writes the fields that booked and pending entries share. */
const membersOfBoth = (showsOwner: string) => ({
  transactionId: jsonString('coalesce(e.transaction_id, e.entry_reference)'),
  entryReference: jsonToken('e.entry_reference'),
  valueDate: jsonToken('e.value_date'),
  transactionAmount: jsonAmount('a.currency', 'e.amount'),
  endToEndId: jsonString('e.end_to_end_id'),
  mandateId: jsonString('e.mandate_id'),
  creditorId: jsonString('e.creditor_id'),
  currencyExchange: jsonColumn('e.currency_exchange'),
  creditorName: party(showsOwner, parties[0]),
  creditorAccount: jsonReference('e.creditor_account'),
  creditorAgent: jsonString('e.creditor_agent'),
  debtorName: party(showsOwner, parties[1]),
  debtorAccount: jsonReference('e.debtor_account'),
  debtorAgent: jsonString('e.debtor_agent'),
  remittanceInformationUnstructured: jsonString('e.remittance_unstructured'),
  remittanceInformationStructured: jsonString('e.remittance_structured'),
  additionalInformation: jsonString('e.additional_information'),
  purposeCode: jsonString('e.purpose_code'),
  bankTransactionCode: jsonString('e.bank_transaction_code'),
  proprietaryBankTransactionCode: jsonString('e.proprietary_bank_transaction_code'),
});
type Members = Record<Exclude<keyof Transaction, 'balanceAfterTransaction'>, string>;

/**
 * SQL: the members of a `Transaction` without braces, of a row `e` of `entry` and its account `a`, except the balance. `showsOwner` is the
 * SQL condition that the owner's name is shown.
 */
export const bookedMembers = (showsOwner: string): string =>
  jsonMembers({
    ...membersOfBoth(showsOwner),
    bookingDate: jsonToken('e.booking_date'),
    checkId: jsonString('e.check_id'),
    ultimateCreditor: party(showsOwner, parties[2]),
    ultimateDebtor: party(showsOwner, parties[3]),
  } satisfies Members);

/** The same of a row `e` of `pending_entry`, which has fewer columns. */
export const pendingMembers = (showsOwner: string): string => jsonMembers(membersOfBoth(showsOwner) satisfies Partial<Members>);

/** SQL: the balance after an entry of account `a`, an expression of type text (`amountText`), to follow other members. */
export const balanceMember = (balanceAfter: string): string => `${balanceAfterMember} || ${balanceAfter} || '"}}'`;

/** SQL: the same up to its amount. */
export const balanceAfterMember = `(',"balanceAfterTransaction":{"balanceType":"interimBooked","balanceAmount":{"currency":"' || a.currency || '","amount":"')`;

/** SQL: the members of the reference to account `a`. */
export const accountMembers = jsonMembers({ iban: jsonString('a.iban'), currency: jsonString('a.currency') });

/** A transaction of which only its end is told. */
const RemovedTransaction = Type.Object(
  {
    ...discloses('none', {
      transactionId: Type.String({ description: 'Id under which the entry was pending.' }),
    }),
  },
  { $id: 'RemovedTransaction', additionalProperties: false },
);
export type RemovedTransaction = Static<typeof RemovedTransaction>;

/** SQL: the same of a row of `pending_removal`. */
export const removedMembers = (row: string) =>
  ({ transactionId: jsonString(`${row}.transaction_id`) }) satisfies Record<keyof RemovedTransaction, string>;

export const Transactions = Type.Object(
  {
    ...discloses('none', { account: withDescription(AccountReference, 'The account whose entries these are.') }),
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
        removed: Type.Optional(
          Type.Array(RemovedTransaction, {
            description:
              'Entries that are no longer pending: booked, or gone. Only in a list of changes (`deltaList`) that includes pending entries; apply it before `pending` and `booked`.',
          }),
        ),
        information: Type.Optional(
          Type.Array(Transaction, { description: 'Standing orders to come; absent where the request did not ask for them.' }),
        ),
        ...discloses('none', {
          _links: withDescription(
            linksNamed('account', 'first', 'next', 'changes'),
            'Paths of the account, the first page and, except on the last page, the next page; on the last page of a list of changes the path of the next list of changes.',
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

const changesQuery = {
  entryReferenceFrom: Type.Optional(
    Type.String({
      pattern: '^[0-9]{16}$',
      'x-must': 'be the `entryReference` of a booked entry, 16 digits',
      description:
        'Lists what was booked after the entry with this `entryReference`, and with `bookingStatus=both` or `all` everything that is pending now. Instead of a period, and not together with `deltaList`.',
      examples: ['1000000000000042'],
    }),
  ),
  deltaList: Type.Optional(
    Type.String({
      enum: ['true', 'false'],
      description:
        '`true` lists what has changed since the last list of changes under this consent (the first one is the whole list; with `dateFrom` it begins anew from that day): what is booked, what is pending and new or changed, what is no longer pending. Follow `_links.changes` for what changes later.',
    }),
  ),
};

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
    ...changesQuery,
    ...pageQuery,
  },
  { additionalProperties: false },
);
export type TransactionsQuery = Static<typeof TransactionsQuery>;
