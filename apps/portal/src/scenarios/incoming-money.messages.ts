import { IsoDate, RequestedAmount, withDescription } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const text = (max: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: max, description, examples: [example] });

export const NewIncomingTransfer = Type.Object(
  {
    transferId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'An id of your own: what is sent with it again has no further effect. Default: a new id.',
      }),
    ),
    amount: withDescription(RequestedAmount, 'The amount, in the currency of the account.'),
    debtorName: text(140, 'Name of the sender.', 'Acme Ltd'),
    debtorAccount: Type.Optional(
      Type.Object(
        { iban: Type.String({ format: 'iban', description: 'IBAN of the sender.', examples: ['DE89370400440532013000'] }) },
        { $id: 'IncomingTransferAccount', description: 'Account of the sender.', additionalProperties: false },
      ),
    ),
    text: Type.Optional(text(140, 'Remittance information.', 'Salary, November')),
    endToEndId: Type.Optional(text(35, 'End-to-end id.', 'SALARY-11')),
  },
  { $id: 'NewIncomingTransfer', additionalProperties: false },
);
export type NewIncomingTransfer = Static<typeof NewIncomingTransfer>;

export const IncomingTransfer = Type.Object(
  {
    transferId: Type.String({ format: 'uuid', description: 'Id of the transfer.' }),
    state: Type.String({ enum: ['booked', 'rejected'], description: '`rejected`: the bank sends it back, for the reason given.' }),
    bookedOn: Type.Optional(withDescription(IsoDate, "The bank's day on which it was booked.")),
    reason: Type.Optional(
      Type.String({ description: 'Reason of a rejection: `AC04` closed account, `AM03` another currency (ISO 20022).' }),
    ),
    text: Type.Optional(Type.String({ description: 'The reason in words.' })),
  },
  { $id: 'IncomingTransfer' },
);
export type IncomingTransfer = Static<typeof IncomingTransfer>;

export const NewCollection = Type.Object(
  {
    collectionId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'An id of your own: what is sent with it again has no further effect. Default: a new id.',
      }),
    ),
    amount: withDescription(RequestedAmount, 'The amount, in the currency of the mandate.'),
    text: Type.Optional(text(140, 'Remittance information.', 'Invoice 4711')),
    endToEndId: Type.Optional(text(35, 'End-to-end id.', 'INV-4711')),
  },
  { $id: 'NewCollection', additionalProperties: false },
);
export type NewCollection = Static<typeof NewCollection>;

export const Collection = Type.Object(
  {
    collectionId: Type.String({ format: 'uuid', description: 'Id of the collection.' }),
    state: Type.String({
      enum: ['accepted', 'booked', 'returned'],
      description: '`accepted`: the mandate allows it, and it is not booked yet. `returned`: for the reason given.',
    }),
    bookedOn: Type.Optional(withDescription(IsoDate, "The bank's day on which the account was debited.")),
    reason: Type.Optional(Type.String({ description: 'Reason of a return, such as `MD01` or `AM04` (ISO 20022).' })),
    text: Type.Optional(Type.String({ description: 'The reason in words.' })),
  },
  { $id: 'Collection' },
);
export type Collection = Static<typeof Collection>;
