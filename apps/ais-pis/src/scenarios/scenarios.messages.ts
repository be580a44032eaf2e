import { IsFlag, IsListOf, IsOneOf, IsText } from '@open-banking/http';

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
