import { IsFormat, IsMessage, IsOneOf, IsText, Optional } from '@open-banking/http/field.decorator';
import { Amount } from '@open-banking/messages';
import { adjustmentsInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { Money, oneOf } from './schemas.js';

/** An amount that may have as many decimals as a load of an earlier release: it corrects such a balance (`adjusted-amount.ts`). */
const AdjustedAmount = Type.Object(
  { ...Amount.properties, amount: Type.String({ ...Amount.properties.amount, pattern: '^-?[0-9]{1,20}(\\.[0-9]{1,12})?$' }) },
  { additionalProperties: false },
);

/** A proposed correction. A negative amount debits the account. */
export class AdjustmentRequest {
  @IsFormat('iban') readonly iban!: string;
  @IsMessage(AdjustedAmount) readonly amount!: Amount;
  /** Shown to the customer on the account statement. */
  @IsText({ min: 1, max: 140, notBlank: true }) readonly reason!: string;
  @Optional() @IsFormat('book-day') readonly valueDate?: string;
}

export class AdjustmentsQuery {
  @Optional() @IsOneOf('PROPOSED', 'BOOKED', 'REFUSED') readonly state?: string;
  /** The last adjustmentId of the previous page. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

/** An adjustment with who proposed and who decided it. */
export const AdjustmentView = Type.Object({
  adjustmentId: Type.String(),
  iban: Type.String(),
  amount: Money,
  reason: Type.String(),
  valueDate: Type.Optional(Type.String()),
  state: oneOf('PROPOSED', 'REFUSED', 'BOOKED'),
  proposedBy: Type.String(),
  proposedAt: Type.String(),
  decidedBy: Type.Optional(Type.String()),
  decidedAt: Type.Optional(Type.String()),
  bookedOn: Type.Optional(Type.String()),
});
export type AdjustmentView = Shape<typeof AdjustmentView>;

/** `next` is the `after` of the next page; absent on the last page. */
export const AdjustmentPage = Type.Object({
  adjustments: Type.Array(AdjustmentView),
  next: Type.Optional(Type.String()),
});
export type AdjustmentPage = Shape<typeof AdjustmentPage>;

export const adjustmentsContracts = contracts(adjustmentsInternal, {
  proposeAdjustment: { body: AdjustmentRequest, response: AdjustmentView },
  approveAdjustment: { response: AdjustmentView },
  refuseAdjustment: { response: AdjustmentView },
  listAdjustments: { body: AdjustmentsQuery, response: AdjustmentPage },
});
