import { Amount, discloses, IsoDate, Link } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { BranchAccount } from '../branch-accounts/branch-account.messages.js';

const strict = { additionalProperties: false } as const;
const types = ['instalmentDue', 'lateInterest', 'fee', 'payment', 'writeOff'] as const;

const ArrearsTransaction = Type.Object(
  {
    ...discloses('none', {
      transactionId: Type.String(),
      loanAccountId: Type.String({ format: 'uuid' }),
      bookingDate: IsoDate,
      dueDate: Type.Unsafe<string>({ ...IsoDate, description: 'Of the instalment it belongs to.' }),
      type: Type.Unsafe<(typeof types)[number]>({ type: 'string', enum: [...types] }),
      amount: Type.Unsafe<Amount>({ ...Amount, description: 'Positive where it raises the arrears.' }),
    }),
    ...discloses('balance', { arrearsAfter: Type.Unsafe<Amount>({ ...Amount, description: 'Of this loan.' }) }, 'transactions'),
    ...discloses('none', { daysPastDue: Type.Integer({ description: 'Of the loan, on the day of booking.' }) }),
  },
  strict,
);
export type ArrearsTransaction = Static<typeof ArrearsTransaction>;

export const ArrearsTransactions = Type.Object(
  {
    ...discloses('otherAccount', { account: BranchAccount }),
    ...discloses(
      'balance',
      {
        arrears: Type.Object(
          {
            totalArrears: Type.Unsafe<Amount>({ ...Amount, description: "Of the loans in the account's currency." }),
            otherCurrencies: Type.Optional(Type.Array(Amount, { description: 'Of loans in other currencies, one amount each.' })),
            daysPastDue: Type.Integer({ description: 'Of the oldest unpaid instalment, today; 0 where nothing is overdue.' }),
            oldestUnpaidDate: Type.Optional(IsoDate),
          },
          strict,
        ),
      },
      'transactions',
    ),
    transactions: Type.Array(ArrearsTransaction),
    ...discloses('none', { _links: Type.Object({ first: Link, next: Type.Optional(Link) }, strict) }),
  },
  { $id: 'ArrearsTransactions', ...strict },
);
export type ArrearsTransactions = Static<typeof ArrearsTransactions>;
