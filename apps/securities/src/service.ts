import { defineService } from '@open-banking/service';
import { AccountsModule } from './accounts/accounts.module.js';
import { CustomerResourcesModule } from './customer-resources/customer-resources.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { PositionsModule } from './positions/positions.module.js';
import { TransactionsModule } from './transactions/transactions.module.js';

/** The service securities, for `run` and `serve`. */
export const securities = defineService(
  'securities',
  [AccountsModule, PositionsModule, TransactionsModule, OrdersModule, CustomerResourcesModule],
  {
    sandboxData: async () => (await import('./tables.js')).tables,
    erasure: () => import('./erasure/erasure.js'),
    feed: async () => {
      const [{ tableTarget }, { tables }] = await Promise.all([import('@open-banking/feed/table-target'), import('./tables.js')]);
      return (context) => tableTarget(tables, context);
    },
  },
);
