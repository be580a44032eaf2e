import { IsWholeNumber, Setting } from '@open-banking/config';

/** Settings of the mandates service in addition to those of every service and issuer. Injectable. */
export class MandateSettings {
  @Setting('How many minutes a mandate waits for its first approval, and a cancellation for its answer.')
  @IsWholeNumber(1, 10_080)
  readonly firstApprovalMinutes: number = 30;

  @Setting('How many days a mandate waits for the approval of a second owner.')
  @IsWholeNumber(1, 90)
  readonly secondApprovalDays: number = 7;

  @Setting('Maximum number of mandates of one client that wait for approval; further requests get 429.', {
    previousVariable: 'MOST_OPEN_MANDATES',
  })
  @IsWholeNumber(1, 1_000_000)
  readonly maxOpenMandates: number = 10_000;
}
