import { Currency, IsoDate, withDescription } from '@open-banking/messages';
import Type, { type Static, type TSchema } from 'typebox';

/** The most of each in the data of one customer. sandbox/src/demo-bank/own-data holds what they may be together. */
export const maxAccounts = 20;
export const maxEntries = 5_000;
const maxOfOneKind = 10;
const maxPurchases = 50;

const text = (max: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: max, description, examples: [example] });
const amount = (description: string, example: string) =>
  Type.String({
    pattern: '^-?[0-9]{1,7}(\\.[0-9]{1,2})?$',
    'x-must': 'be a decimal number with at most seven digits before the point and two after it, like "-120.50"',
    description,
    examples: [example],
  });
const positive = (description: string, example: string) =>
  Type.String({
    pattern: '^[0-9]{1,7}(\\.[0-9]{1,2})?$',
    'x-must': 'be a decimal number without sign, with at most seven digits before the point and two after it, like "120.50"',
    description,
    examples: [example],
  });
const rate = (description: string) =>
  Type.String({
    pattern: '^[0-9]{1,2}(\\.[0-9]{1,2})?$',
    'x-must': 'be a percentage below 100 with at most two digits after the point, like "4.75"',
    description,
    examples: ['4.75'],
  });
/** Books of customers made here begin in 2000. */
const day = (description: string) =>
  Type.String({
    ...withDescription(IsoDate, description),
    pattern: '^2',
    'x-must': 'be a day from 2000-01-01 on that exists, like "2026-11-21"',
  });
const enumerated = (values: readonly string[], description: string) => Type.String({ enum: [...values], description });
const list = <Item extends TSchema>(item: Item, max: number, description: string) => Type.Array(item, { maxItems: max, description });
const place = Type.Integer({
  minimum: 0,
  maximum: maxAccounts - 1,
  description: 'The account that it belongs to, by its place in `accounts`, from 0. It has the same owners. Default: 0.',
});
const { Optional: optional } = Type;
const status = enumerated(['booked', 'pending'], '`pending`: known, and not booked yet. Default: `booked`.');
const closed = { additionalProperties: false } as const;

const Person = Type.Object(
  {
    name: text(70, 'Name of the made-up person.', 'Dana Levi'),
    language: optional(enumerated(['en', 'he'], "Language of the bank's pages for this person. Default: `en`.")),
  },
  { $id: 'SandboxPerson', ...closed },
);

const Counterparty = Type.Object(
  {
    name: optional(text(70, 'Name of the other side: the creditor of a debit, the debtor of a credit.', 'City Power')),
    iban: optional(Type.String({ format: 'iban', description: 'IBAN of the other side.', examples: ['DE89370400440532013000'] })),
    bic: optional(Type.String({ format: 'bic', description: 'BIC of the bank of the other side.', examples: ['COBADEFFXXX'] })),
  },
  { $id: 'SandboxCounterparty', description: 'The other side of the entry.', ...closed },
);

export const entryKinds = [
  'transfer',
  'instantTransfer',
  'salary',
  'standingOrder',
  'directDebit',
  'debitCard',
  'cash',
  'fee',
  'interest',
  'tax',
  'return',
] as const;

const Entry = Type.Object(
  {
    bookingDate: optional(day("Day on which it was booked, at most the bank's current day. Required, unless it is pending.")),
    valueDate: optional(day('Day from which the amount counts. Default: the booking day; of a pending entry the current day.')),
    amount: amount('Negative for a debit. Not zero.', '-120.50'),
    counterparty: optional(Counterparty),
    text: optional(text(140, 'Remittance information.', 'Invoice 4711')),
    status: optional(status),
    kind: optional(enumerated(entryKinds, 'What kind of entry it is; the bank transaction code follows from it. Default: `transfer`.')),
    endToEndId: optional(text(35, 'End-to-end id.', 'E2E-4711')),
    mandateId: optional(text(35, 'Reference of the mandate of a direct debit.', 'M-17')),
    creditorId: optional(text(35, 'Creditor identifier of a direct debit.', 'DE98ZZZ09999999999')),
  },
  { $id: 'SandboxEntry', ...closed },
);

const Account = Type.Object(
  {
    currency: optional({
      ...withDescription(Currency, 'ISO 4217. Accounts of this bank are in `ILS` or `EUR`. Default: `ILS`.'),
      enum: ['ILS', 'EUR'],
    }),
    name: optional(text(70, 'Name of the account.', 'Everyday account')),
    product: optional(text(70, 'Name of the product.', 'Current Account')),
    ownerName: optional(text(70, 'Name of the owner on the account, where it is not that of the people.', 'Levi Carpentry Ltd')),
    owners: optional(
      enumerated(
        ['first', 'second', 'either', 'both'],
        'Whose it is: of the first or the second person, or of both, where `either` may act alone or `both` approve together. Default: `first`.',
      ),
    ),
    usage: optional(enumerated(['private', 'business'], 'Default: `private`.')),
    status: optional(enumerated(['enabled', 'blocked'], '`blocked`: it can be read, and not paid from. Default: `enabled`.')),
    overdraft: optional(positive('How far the balance may be below zero. Default: 0.', '1000.00')),
    opening: optional(amount('Balance brought forward before the first entry, as an entry of its own. Default: none.', '3.17')),
    entries: optional(list(Entry, maxEntries, 'In the order of a day in which they are to stand. The balance is their sum.')),
  },
  { $id: 'SandboxAccountData', ...closed },
);

const SavingEntry = Type.Object(
  {
    bookingDate: day("Day on which it was booked, at most the bank's current day."),
    amount: amount('Above zero for a deposit and interest, below for a withdrawal and tax.', '500.00'),
    kind: enumerated(
      ['deposit', 'withdrawal', 'interest', 'tax'],
      'A deposit is debited from the current account, and a withdrawal is credited to it, as an entry there.',
    ),
    text: optional(text(140, 'Text of the entry.', 'Monthly deposit')),
  },
  { $id: 'SandboxSavingsEntry', ...closed },
);

const Saving = Type.Object(
  {
    account: optional(place),
    name: optional(text(70, 'Name of the savings account.', 'Holidays')),
    product: optional(text(70, 'Name of the product.', 'Daily Savings')),
    interestRate: optional(rate('Interest in per cent a year. Default: `1.85`.')),
    opening: optional(positive('Balance brought forward before the first entry. Default: none.', '5000.00')),
    entries: optional(list(SavingEntry, maxEntries, 'The balance is their sum.')),
  },
  { $id: 'SandboxSavingsData', ...closed },
);

const Merchant = Type.Object(
  {
    name: optional(text(70, 'Name of the merchant.', 'Sfarim Bookshop')),
    town: optional(text(70, 'Town of the merchant.', 'Jerusalem')),
    country: optional(
      Type.String({
        pattern: '^[A-Z]{2}$',
        'x-must': 'be a country code of ISO 3166-1, like "IL"',
        description: 'Country of the merchant (ISO 3166-1).',
        examples: ['IL'],
      }),
    ),
    categoryCode: optional(
      Type.String({
        pattern: '^[0-9]{4}$',
        'x-must': 'be four digits, like "5942"',
        description: 'Merchant category code (ISO 18245).',
        examples: ['5942'],
      }),
    ),
  },
  { $id: 'SandboxMerchant', description: 'Where the card was used.', ...closed },
);

const CardTransaction = Type.Object(
  {
    date: day("Day of the purchase, at most the bank's current day."),
    bookingDate: optional(day('Day on which it was booked. Default: the day of the purchase.')),
    amount: amount('Negative for a purchase, above zero for a refund.', '-64.90'),
    merchant: optional(Merchant),
    text: optional(text(140, 'Details of the transaction.', 'Books')),
    status: optional(status),
  },
  { $id: 'SandboxCardTransaction', ...closed },
);

const dayOfMonth = (description: string) => Type.Integer({ minimum: 1, maximum: 28, description });

const Card = Type.Object(
  {
    account: optional(place),
    name: optional(text(70, 'Name of the card.', 'Credit card')),
    product: optional(text(70, 'Name of the product.', 'Classic Credit')),
    creditLimit: optional(positive('Credit limit. Default: twice the highest statement.', '10000.00')),
    statementDay: optional(dayOfMonth('Day of the month on which a statement ends. Default: 27.')),
    debitDay: optional(dayOfMonth('Day of the month after it on which the account is debited, as an entry there. Default: 10.')),
    transactions: optional(list(CardTransaction, maxEntries, 'Statements and balances are their sums.')),
  },
  { $id: 'SandboxCardData', ...closed },
);

const Loan = Type.Object(
  {
    account: optional(place),
    kind: enumerated(
      ['mortgage', 'consumer', 'car', 'business'],
      'The amount of a consumer or business loan is credited to the account; that of a mortgage or car goes to the seller.',
    ),
    amount: positive('Amount of the loan, 1000.00 or more.', '900000.00'),
    interestRate: rate('Interest in per cent a year.'),
    months: Type.Integer({ minimum: 1, maximum: 360, description: 'Number of monthly instalments.' }),
    startDate: day("Day on which it was granted, before the bank's current day. The first instalment is due a month later."),
    repaymentMethod: optional(enumerated(['annuity', 'equalPrincipal'], 'Default: `annuity`.')),
    unpaidInstalments: optional(
      Type.Integer({
        minimum: 0,
        maximum: 360,
        description:
          'How many of the last instalments that are due were not paid: they are in arrears. The others were debited. Default: 0.',
      }),
    ),
  },
  { $id: 'SandboxLoanData', ...closed },
);

const Purchase = Type.Object(
  {
    instrument: text(12, 'ISIN of one of the instruments of this bank; an unknown one is answered with the list.', 'IL0099011012'),
    units: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Whole units; of a bond its nominal amount.' }),
    date: day('Day of the purchase, within the last 24 months.'),
    price: optional(positive('Price of a unit, or of a bond in per cent. Default: the price of that day.', '84.20')),
  },
  { $id: 'SandboxPurchase', ...closed },
);

const Portfolio = Type.Object(
  {
    account: optional(place),
    purchases: list(Purchase, maxPurchases, 'What was bought. The account is debited, as an entry there.'),
  },
  { $id: 'SandboxSecuritiesData', ...closed },
);

/** The parts of a customer that a developer gives; sandbox/src/demo-bank/own-data/own-data.ts makes rows of them. */
export const customerDataFields = {
  people: optional(
    Type.Array(Person, {
      minItems: 1,
      maxItems: 2,
      description:
        'Names of the customer and of the second owner; those left out follow from the seed. Two people: there is a second owner.',
    }),
  ),
  accounts: optional(
    Type.Array(Account, {
      minItems: 1,
      maxItems: maxAccounts,
      description:
        'The current accounts, in place of generated ones. With savings accounts and loans there may be 20, and 5,000 entries in all.',
    }),
  ),
  savings: optional(list(Saving, maxOfOneKind, 'Savings accounts. They need `accounts`.')),
  cards: optional(list(Card, maxOfOneKind, 'Cards. They need `accounts`.')),
  loans: optional(list(Loan, maxOfOneKind, 'Loans, each with its schedule. They need `accounts`.')),
  securities: optional(list(Portfolio, maxOfOneKind, 'Securities accounts. They need `accounts`.')),
};

const _CustomerData = Type.Object(customerDataFields);
export type CustomerData = Static<typeof _CustomerData>;
export type GivenEntry = Static<typeof Entry>;
