import { IsWholeNumber, Setting } from '@open-banking/config';

/** The settings that concern clients. Injectable. */
export class DirectorySettings {
  @Setting('How many clients may be registered from one address (of IPv6, one /64) in the sandbox; one more is answered 429.')
  @IsWholeNumber(1, 100_000)
  readonly mostRegistrations: number = 500;

  @Setting('After how many days a client ends that registered itself and was not used, nor asked for a consent or payment.')
  @IsWholeNumber(1, 3_650)
  readonly unusedRegistrationDays: number = 30;

  @Setting(
    "How many days a client's previous secret, keys or certificate name stay valid beside the new ones, unless the operator says otherwise.",
  )
  @IsWholeNumber(1, 90)
  readonly changeOverDays: number = 7;
}
