import { ArrearsController } from './arrears/arrears.controller.js';
import { EligibilityController } from './eligibility/eligibility.controller.js';
import { LoansController } from './loans/loans.controller.js';
import { MortgageSimulationController } from './mortgage-simulation/mortgage-simulation.controller.js';

export { settings } from './settings.js';

/** What the generated documents are read from. */
export const controllers = [MortgageSimulationController, LoansController, EligibilityController, ArrearsController];
