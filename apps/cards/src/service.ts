import { defineService } from '@open-banking/service';
import { CardsModule } from './cards/cards.module.js';
import { CustomerResourcesModule } from './customer-resources/customer-resources.module.js';
import { TransactionsModule } from './transactions/transactions.module.js';

/** The service cards, for `run` and `serve`. */
export const cards = defineService('cards', [CardsModule, TransactionsModule, CustomerResourcesModule], {
  sandboxData: async () => (await import('./tables.js')).tables,
  erasure: () => import('./erasure/erasure.js'),
  feed: async () => {
    const [{ tableTarget }, { tables }] = await Promise.all([import('@open-banking/feed/table-target'), import('./tables.js')]);
    return (context) => tableTarget(tables, context);
  },
});
