import { IsWholeNumber, Setting } from '@open-banking/config';

/** The settings that concern clients. Injectable. */
export class DirectorySettings {
  @Setting('Maximum number of clients registered from one address (for IPv6, one /64) in the sandbox; further requests get 429.', {
    previousVariable: 'MOST_REGISTRATIONS',
  })
  @IsWholeNumber(1, 100_000)
  readonly maxRegistrations: number = 500;

  @Setting('After how many days without use a self-registered client that never created a consent or payment is removed.')
  @IsWholeNumber(1, 3_650)
  readonly unusedRegistrationDays: number = 30;

  @Setting(
    "How many days a client's previous secret, keys or certificate name stay valid beside the new ones, unless the operator says otherwise.",
    { previousVariable: 'CHANGE_OVER_DAYS' },
  )
  @IsWholeNumber(1, 90)
  readonly rotationOverlapDays: number = 7;
}
