import { IsFormat, IsMessage, IsOneOf, IsText, Optional } from '@open-banking/http';
import { Amount } from '@open-banking/messages';
import Type from 'typebox';

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
export interface AdjustmentView {
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

/** `next` is the `after` of the next page; absent on the last page. */
export interface AdjustmentPage {
  readonly adjustments: readonly AdjustmentView[];
  readonly next?: string;
}
