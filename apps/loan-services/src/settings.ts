import { integer } from '@open-banking/config';

/** What loan services are told besides what every service is. */
export const settings = {
  loanToValueWarningPerCent: integer("A simulated loan above this part of the property's value is warned of, in per cent.", {
    default: 75,
    min: 1,
    max: 1000,
  }),
  paymentToIncomeWarningPerCent: integer('A simulated payment above this part of the monthly net income is warned of, in per cent.', {
    default: 50,
    min: 1,
    max: 1000,
  }),
  termWarningMonths: integer('A simulated term above this is warned of, in months.', { default: 360, min: 1, max: 480 }),
};
