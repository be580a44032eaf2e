import { IsWholeNumber, Setting } from '@open-banking/config';

/** How long consents and payments wait for their owners. */
export class ApprovalSettings {
  @Setting('How many minutes a consent or a payment waits for its first approval.')
  @IsWholeNumber(1, 10_080)
  readonly firstApprovalMinutes: number = 30;

  @Setting('How many days a consent or a payment waits for the approval of a second owner.')
  @IsWholeNumber(1, 90)
  readonly secondApprovalDays: number = 7;
}
