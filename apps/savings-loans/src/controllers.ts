import { LoansController } from './loans/loans.controller.js';
import { SavingsController } from './savings/savings.controller.js';

/** The OpenAPI document is generated from these tags, each with the controllers whose operations carry it. */
export const tags = [
  { name: 'Loans', description: 'Loan accounts of the customer, with balances and entries.', controllers: [LoansController] },
  { name: 'Savings', description: 'Savings accounts of the customer, with balances and entries.', controllers: [SavingsController] },
];
/** Descriptions of the path parameters. */
export const parameters = {
  'loan-account-id': 'The `resourceId` of a loan account, from the list of loan accounts.',
  'savings-account-id': 'The `resourceId` of a savings account, from the list of savings accounts.',
};
