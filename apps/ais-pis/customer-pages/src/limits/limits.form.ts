import { IsStep, IsTextField } from '@open-banking/pages';

/** Digits, a point and those after it, as somebody types them. */
const amountCharacters = 30;

/** The customer's own limits for instant payments in one currency. */
export class LimitsForm {
  @IsStep('set-limits')
  readonly step!: 'set-limits';

  @IsTextField({ max: 3 })
  readonly currency!: string;

  @IsTextField({ max: amountCharacters, trimmed: true })
  readonly perPayment!: string;

  @IsTextField({ max: amountCharacters, trimmed: true })
  readonly perDay!: string;
}
