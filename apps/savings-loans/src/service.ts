import { defineService } from '@open-banking/service';
import { CustomerResourcesModule } from './customer-resources/customer-resources.module.js';
import { LoansModule } from './loans/loans.module.js';
import { SavingsModule } from './savings/savings.module.js';

/** The service savings-loans, for `run` and `serve`. */
export const savingsLoans = defineService('savings-loans', [LoansModule, SavingsModule, CustomerResourcesModule], {
  sandboxData: async () => (await import('./tables.js')).tables,
  erasure: () => import('./erasure/erasure.js'),
  feed: async () => {
    const [{ tableTarget }, { tables }] = await Promise.all([import('@open-banking/feed/table-target'), import('./tables.js')]);
    return (context) => tableTarget(tables, context);
  },
});
