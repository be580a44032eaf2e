import { IsWholeNumber, Setting } from '@open-banking/config';

/** Settings of loan services in addition to those of every service. Injectable. */
export class LoanServicesSettings {
  @Setting("A simulated loan above this part of the property's value gets a warning, in per cent.")
  @IsWholeNumber(1, 1_000)
  readonly loanToValueWarningPerCent: number = 75;

  @Setting('A simulated payment above this part of the monthly net income gets a warning, in per cent.')
  @IsWholeNumber(1, 1_000)
  readonly paymentToIncomeWarningPerCent: number = 50;

  @Setting('A simulated term above this gets a warning, in months.')
  @IsWholeNumber(1, 480)
  readonly termWarningMonths: number = 360;
}

/** Settings of this service in addition to those of every service. */
export const settings = [LoanServicesSettings];
