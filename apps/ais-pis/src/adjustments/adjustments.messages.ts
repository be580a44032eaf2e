import { IsFormat, IsMessage, IsOneOf, IsText, Optional } from '@open-banking/http';
import { Amount } from '@open-banking/messages';

/** A correction as it is proposed. The amount is as the account sees it: negative is a debit. */
export class AdjustmentRequest {
  @IsFormat('iban') readonly iban!: string;
  @IsMessage(Amount) readonly amount!: Amount;
  /** The customer reads it on the statement. */
  @IsText({ min: 1, max: 140, notBlank: true }) readonly reason!: string;
  @Optional() @IsFormat('date') readonly valueDate?: string;
}

export class AdjustmentsQuery {
  @Optional() @IsOneOf('PROPOSED', 'BOOKED', 'REFUSED') readonly state?: string;
  /** The adjustmentId that the previous page ended with. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

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
