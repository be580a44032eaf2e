import { IsWholeNumber, Setting } from '@open-banking/config';

/** What a service that writes is told besides what every service is. Injectable. */
export class CommandSettings {
  @Setting(
    'For how many days the answer to a write is kept and repeated to its copies (idempotency). Until then its X-Request-ID cannot be used for another request.',
  )
  @IsWholeNumber(7, 30)
  readonly answerDays: number = 7;
}
