import { defineService } from '@open-banking/service';
import { ArrearsModule } from './arrears/arrears.module.js';
import { EligibilityModule } from './eligibility/eligibility.module.js';
import { LoansModule } from './loans/loans.module.js';
import { MortgageSimulationModule } from './mortgage-simulation/mortgage-simulation.module.js';
import { settings } from './settings.js';

/** The service loan-services, for `run` and `serve`. */
export const loanServices = defineService('loan-services', [MortgageSimulationModule, LoansModule, EligibilityModule, ArrearsModule], {
  settings,
  sandboxData: async () => (await import('./tables.js')).tables,
  erasure: () => import('./erasure/erasure.js'),
  feed: async () => {
    const [{ tableTarget }, { tables }] = await Promise.all([import('@open-banking/feed/table-target'), import('./tables.js')]);
    return (context) => tableTarget(tables, context);
  },
});
