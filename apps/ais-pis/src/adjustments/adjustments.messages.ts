import { Amount, IsoDate } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** A correction as it is proposed. The amount is as the account sees it: negative is a debit. */
export const AdjustmentRequest = Type.Object(
  {
    iban: Type.String({ format: 'iban' }),
    amount: Amount,
    /** The customer reads it on the statement. */
    reason: Type.String({ minLength: 1, maxLength: 140, pattern: '\\S' }),
    valueDate: Type.Optional(IsoDate),
  },
  { additionalProperties: false },
);
export type AdjustmentRequest = Static<typeof AdjustmentRequest>;

export const AdjustmentsQuery = Type.Object(
  {
    state: Type.Optional(Type.String({ enum: ['PROPOSED', 'BOOKED', 'REFUSED'] })),
    /** The adjustmentId that the page before ended with. */
    after: Type.Optional(Type.String({ format: 'uuid' })),
  },
  { additionalProperties: false },
);
export type AdjustmentsQuery = Static<typeof AdjustmentsQuery>;

/** An adjustment with who proposed and who decided it. */
export interface AdjustmentShown {
  readonly adjustmentId: string;
  readonly iban: string;
  readonly amount: { readonly currency: string; readonly amount: string };
  readonly reason: string;
  readonly valueDate?: string;
  readonly state: 'PROPOSED' | 'BOOKED' | 'REFUSED';
  readonly proposedBy: string;
  readonly proposedAt: string;
  readonly decidedBy?: string;
  readonly decidedAt?: string;
  readonly bookedOn?: string;
}

/** `next` asks for the page after this one. */
export interface AdjustmentPage {
  readonly adjustments: readonly AdjustmentShown[];
  readonly next?: string;
}
