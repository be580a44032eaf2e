import { IsWholeNumber, Setting } from '@open-banking/config';

/** Injectable. It also bounds how long the bank remembers what was read under a consent. */
export class ConsentTermSettings {
  @Setting('Maximum validity of a consent in days; a later requested day is shortened to it.')
  @IsWholeNumber(1, 3_650)
  readonly consentDays: number = 180;
}
