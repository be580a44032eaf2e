import { IsOneOf, IsWholeNumber, Setting } from '@open-banking/config';
import { ApprovalSettings } from '@open-banking/issuer';

const recurringConsents = ['replace', 'keep'] as const;

/** Injectable. */
export class ConsentSettings extends ApprovalSettings {
  @Setting(
    "What happens to a customer's recurring consent when a new one of the same client becomes valid: it ends (`replace`), or both stay valid (`keep`).",
  )
  @IsOneOf(recurringConsents)
  readonly recurringConsents: (typeof recurringConsents)[number] = 'replace';

  @Setting('Maximum number of consents of one client that wait for approval; further requests get 429.', {
    previousVariable: 'MOST_OPEN_CONSENTS',
  })
  @IsWholeNumber(1, 1_000_000)
  readonly maxOpenConsents: number = 10_000;

  @Setting('Seconds between two notifications that an account has new entries, under one consent.', {
    previousVariable: 'NEW_ENTRIES_SECONDS',
  })
  @IsWholeNumber(1, 86_400)
  readonly newEntriesIntervalSeconds: number = 10;

  @Setting('Maximum number of distinct accounts that one consent may name; a request with more gets 400.', {
    previousVariable: 'MOST_REFERENCES',
  })
  @IsWholeNumber(1, 1_000)
  readonly maxReferences: number = 100;
}
