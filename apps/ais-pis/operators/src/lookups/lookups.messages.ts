import { IsFormat, IsText, Optional } from '@open-banking/http';

/** By what an operator looks for customers: one of the two. In a body, as account numbers do not belong into URLs. */
export class CustomerSearch {
  @Optional() @IsFormat('iban') readonly iban?: string;
  @Optional() @IsText({ min: 1, max: 200 }) readonly login?: string;
}
