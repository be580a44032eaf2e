import { IsOneOf, IsWholeNumber, Setting } from '@open-banking/config';
import { ApprovalSettings } from '../approval.settings.js';

const recurringConsents = ['replace', 'keep'] as const;

/** Injectable. */
export class ConsentSettings extends ApprovalSettings {
  @Setting('How many days a consent is valid at most; a later requested day is cut to it.')
  @IsWholeNumber(1, 3_650)
  readonly consentDays: number = 180;

  @Setting(
    "What happens to a customer's recurring consent when a new one of the same client becomes valid: it ends (`replace`), or both stay valid (`keep`).",
  )
  @IsOneOf(recurringConsents)
  readonly recurringConsents: (typeof recurringConsents)[number] = 'replace';

  @Setting('How many consents one client may have waiting for an approval; one more is answered 429.')
  @IsWholeNumber(1, 1_000_000)
  readonly mostOpenConsents: number = 10_000;

  @Setting('How many accounts, each counted once, one consent may name; more are answered 400.')
  @IsWholeNumber(1, 1_000)
  readonly mostReferences: number = 100;
}
