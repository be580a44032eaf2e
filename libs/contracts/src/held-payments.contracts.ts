import { IsFormat, IsText, Optional } from '@open-banking/http/field.decorator';
import { heldPaymentsInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { nullable } from './schemas.js';
import { IsStatusReason } from './execution-checks.contracts.js';
import { Performed } from './proposals.contracts.js';

export class HeldPaymentsQuery {
  /** One payment, if it is held. */
  @Optional() @IsFormat('uuid') readonly paymentId?: string;
  /** The last checkId of the previous page. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

export class HeldPaymentRelease {
  /** The reason, for the bank's records. */
  @IsText({ min: 1, max: 500, notBlank: true }) readonly note!: string;
}

export class HeldPaymentRefusal extends HeldPaymentRelease {
  /** The reason that the client is shown; MS03 where it is left out. */
  @Optional() @IsStatusReason() readonly reason?: string;
}

/** A held payment, without names and texts: the port keeps what it has found. */
export const HeldPayment = Type.Object({
  checkId: Type.String(),
  paymentId: Type.String(),
  clientId: Type.String(),
  psuId: nullable(Type.String()),
  product: Type.String(),
  currency: Type.String(),
  amount: Type.String(),
  transactionStatus: Type.String(),
  heldSince: Type.String(),
  /** `port`, or `time-out` where it has not answered. */
  heldBy: Type.String(),
  note: nullable(Type.String()),
  /** When it is refused by itself: an instant payment whose scheme's time is over. */
  endsBy: nullable(Type.String()),
  /** The port's later answer, if it contradicts the first. */
  contradictedBy: nullable(Type.String()),
});
export type HeldPayment = Shape<typeof HeldPayment>;

/** `next` is the `after` of the next page; absent on the last page. */
export const HeldPaymentPage = Type.Object({
  payments: Type.Array(HeldPayment),
  next: Type.Optional(Type.String()),
});
export type HeldPaymentPage = Shape<typeof HeldPaymentPage>;

export const heldPaymentsContracts = contracts(heldPaymentsInternal, {
  listHeldPayments: { body: HeldPaymentsQuery, response: HeldPaymentPage },
  releaseHeldPayment: { body: HeldPaymentRelease, response: Performed, mayBeEmpty: true },
  refuseHeldPayment: { body: HeldPaymentRefusal, response: Performed, mayBeEmpty: true },
});
