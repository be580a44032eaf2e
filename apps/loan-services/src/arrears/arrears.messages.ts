import { Amount, withDescription, discloses, IsoDate, Link } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { BranchAccount } from '../branch-accounts/branch-account.messages.js';

const strict = { additionalProperties: false } as const;
const types = ['instalmentDue', 'lateInterest', 'fee', 'payment', 'writeOff'] as const;

const ArrearsTransaction = Type.Object(
  {
    ...discloses('none', {
      transactionId: Type.String({ description: 'Id of the entry, unique within this bank.' }),
      loanAccountId: Type.String({ format: 'uuid', description: 'Id of the loan, the resourceId of the same loan in savings and loans.' }),
      bookingDate: withDescription(IsoDate, 'Day on which the entry was booked.'),
      dueDate: withDescription(IsoDate, 'Due date of the instalment that the entry belongs to.'),
      type: Type.Unsafe<(typeof types)[number]>({
        type: 'string',
        enum: [...types],
        description:
          'What changed the arrears: an instalment fell due, late interest or a fee was charged, a payment arrived, or the bank wrote an amount off.',
      }),
      amount: withDescription(Amount, 'Amount of the entry; positive where it raises the arrears.'),
    }),
    ...discloses('balance', { arrearsAfter: withDescription(Amount, 'Arrears of this loan after the entry.') }, 'transactions'),
    ...discloses('none', {
      daysPastDue: Type.Integer({ description: 'Days that the oldest unpaid instalment of the loan was overdue on the day of booking.' }),
    }),
  },
  strict,
);
export type ArrearsTransaction = Static<typeof ArrearsTransaction>;

export const ArrearsTransactions = Type.Object(
  {
    ...discloses('otherAccount', { account: withDescription(BranchAccount, 'The account that repays the loans.') }),
    ...discloses(
      'balance',
      {
        arrears: withDescription(
          Type.Object(
            {
              totalArrears: withDescription(Amount, "Total arrears of the loans in the account's currency."),
              otherCurrencies: Type.Optional(
                Type.Array(Amount, {
                  description: 'Total arrears of loans in other currencies, one amount for each; absent where there are none.',
                }),
              ),
              daysPastDue: Type.Integer({
                description: 'Days that the oldest unpaid instalment is overdue today; 0 where nothing is overdue.',
              }),
              oldestUnpaidDate: Type.Optional(
                withDescription(IsoDate, 'Due date of the oldest unpaid instalment; absent where nothing is overdue.'),
              ),
            },
            strict,
          ),
          'What is overdue today, over all loans of the account that the consent covers.',
        ),
      },
      'transactions',
    ),
    transactions: Type.Array(ArrearsTransaction, { description: 'Entries that changed the arrears, newest first.' }),
    ...discloses('none', {
      _links: withDescription(
        Type.Object(
          {
            first: withDescription(Link, 'Path of the first page.'),
            next: Type.Optional(withDescription(Link, 'Path of the next page; absent on the last page.')),
          },
          strict,
        ),
        'Paths of the first page and, except on the last page, the next page.',
      ),
    }),
  },
  { $id: 'ArrearsTransactions', ...strict },
);
export type ArrearsTransactions = Static<typeof ArrearsTransactions>;
