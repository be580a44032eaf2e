import { IsWholeNumber, Setting } from '@open-banking/config';

/** The settings of a service that writes, besides those of every service. Injectable. */
export class CommandSettings {
  @Setting(
    'For how many days the answer to a write is kept and repeated to its copies (idempotency). Until then its X-Request-ID cannot be used for another request.',
  )
  @IsWholeNumber(7, 30)
  readonly answerDays: number = 7;

  @Setting(
    'After how many months rows of the audit are to be archived (`openbank audit archive`): `openbank doctor` warns when it is due. 0: they ' +
      'stay for good.',
  )
  @IsWholeNumber(0, 1_200)
  readonly auditMonths: number = 0;
}
