import { IsFormat, IsListOf, IsOneOf, IsPresent, IsText, Optional } from '@open-banking/http';

export class OfCustomer {
  @IsFormat('uuid') readonly psuId!: string;
}

/** A page of the customer's mandates: the first, or the one after a mandate. */
export class CustomerMandatesQuery extends OfCustomer {
  @Optional() @IsFormat('uuid') readonly after?: string;
}

/** One of the customer's mandates, with its newest collections, those older than one, or this one alone. */
export class CustomerMandateQuery extends OfCustomer {
  @Optional() @IsFormat('uuid') readonly olderThan?: string;
  @Optional() @IsFormat('uuid') readonly collectionId?: string;
}

/** Finds mandates that wait for this customer's approval on these accounts, which belong to the customer and need two owners. */
export class PendingMandatesQuery extends OfCustomer {
  @IsListOf(IsFormat('uuid'), { max: 1_000 }) readonly accountIds!: string[];
}

/** Identifies a client's mandate that this customer is asked to approve. */
export class PendingOne extends OfCustomer {
  @IsText() readonly clientId!: string;
}

/** The same with the facts the customer was shown: the approval holds for exactly these. */
export class ApprovalGiven extends PendingOne {
  @IsPresent() readonly facts!: unknown;
}

/** The customer who makes the change; absent: the bank. */
export class ByWhom {
  @Optional() @IsFormat('uuid') readonly psuId?: string;
}

/** What the customer would do on the bank's pages. */
export class CustomerChange {
  @IsOneOf('suspend', 'resume', 'cancel') readonly change!: 'suspend' | 'resume' | 'cancel';
}
