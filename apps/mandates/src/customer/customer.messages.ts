import { IsFormat, IsListOf, IsPresent, IsText, Optional } from '@open-banking/http';

export class OfCustomer {
  @IsFormat('uuid') readonly psuId!: string;
}

/** Which mandates wait for this customer: of these accounts, which need two owners and are theirs. */
export class PendingMandatesQuery extends OfCustomer {
  @IsListOf(IsFormat('uuid'), { max: 1_000 }) readonly accountIds!: string[];
}

/** A mandate of this client, as this customer is asked about it. */
export class PendingOne extends OfCustomer {
  @IsText() readonly clientId!: string;
}

/** The same with what the customer was shown: what is approved is that, or nothing. */
export class ApprovalGiven extends PendingOne {
  @IsPresent() readonly facts!: unknown;
}

/** By this customer; by the bank where none is named. */
export class ByWhom {
  @Optional() @IsFormat('uuid') readonly psuId?: string;
}
