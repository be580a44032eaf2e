import { ArrearsController } from './arrears/arrears.controller.js';
import { EligibilityController } from './eligibility/eligibility.controller.js';
import { LoansController } from './loans/loans.controller.js';
import { MortgageSimulationController } from './mortgage-simulation/mortgage-simulation.controller.js';

export { settings } from './settings.js';

/** The OpenAPI document is generated from these tags, each with the controllers whose operations carry it. */
export const tags = [
  {
    name: 'Mortgage simulation',
    description: 'What a mortgage would cost, without data of a customer.',
    controllers: [MortgageSimulationController],
  },
  {
    name: 'Loans',
    description: 'Loans of the customer: details, what is owed, arrears, and what the bank would lend.',
    controllers: [LoansController, EligibilityController, ArrearsController],
  },
];
/** Descriptions of the path parameters. */
export const parameters = {
  BranchNumber: 'Branch number of the account, as the list of loans shows it.',
  AccountNumber: 'Number of the account at the branch, as the list of loans shows it.',
  loanAccountID: 'The `loanAccountId` of a loan, from the list of loans.',
};
