import { IsFlag, IsListOf, IsOneOf, IsText, IsWholeNumber } from '@open-banking/http';
import { interfaceServices, type Service } from '@open-banking/spec';

/** Customers whose affairs end. */
export class CustomerEnds {
  @IsListOf(IsText({ max: 36 }), { min: 1, max: 2 }) readonly psuIds!: readonly string[];
  /** They cannot sign in any more. */
  @IsFlag() readonly removed!: boolean;
}

/** What the second owner of an account says. */
export class OwnerAnswer {
  @IsOneOf('approve', 'refuse') readonly answer!: 'approve' | 'refuse';
}

/** A service that counts as unavailable for a client. */
export class Outage {
  @IsOneOf(...interfaceServices) readonly service!: Service;
  /** Seconds of the bank's clock from now; 0 ends it. */
  @IsWholeNumber({ min: 0 }) readonly seconds!: number;
}

/** What another bank answers a payment, and why. */
export class ClearingOutcome {
  @IsOneOf('rejected', 'returned') readonly answer!: 'rejected' | 'returned';
  @IsText({ matches: /^[A-Z0-9]{4}$/, must: 'be a reason of ISO 20022: four capitals or digits' }) readonly reason!: string;
}
