import { LoansController } from './loans/loans.controller.js';
import { SavingsController } from './savings/savings.controller.js';

/** What the generated documents are read from. */
export const controllers = [LoansController, SavingsController];
