import { IsFormat, IsText, Optional } from '@open-banking/http';
import { IsStatusReason } from '@open-banking/ais-pis-payments';

export class HeldPaymentsQuery {
  /** One payment, if it is held. */
  @Optional() @IsFormat('uuid') readonly paymentId?: string;
  /** The last checkId of the previous page. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

export class Release {
  /** Why, for the bank's records. */
  @IsText({ min: 1, max: 500, notBlank: true }) readonly note!: string;
}

export class RefusalOfHeld extends Release {
  /** What the client is shown; MS03 where it is left out. */
  @Optional() @IsStatusReason() readonly reason?: string;
}

/** A held payment, without names and texts: the port keeps what it has found. */
export interface HeldPayment {
  readonly checkId: string;
  readonly paymentId: string;
  readonly clientId: string;
  readonly psuId: string | null;
  readonly product: string;
  readonly currency: string;
  readonly amount: string;
  readonly transactionStatus: string;
  readonly heldSince: string;
  /** `port`, or `time-out` where it has not answered. */
  readonly heldBy: string;
  readonly note: string | null;
  /** When it is refused by itself: an instant payment whose scheme's time is over. */
  readonly endsBy: string | null;
  /** What the port has said since, against its first answer. */
  readonly contradictedBy: string | null;
}

/** `next` is the `after` of the next page; absent on the last page. */
export interface HeldPaymentPage {
  readonly payments: readonly HeldPayment[];
  readonly next?: string;
}
