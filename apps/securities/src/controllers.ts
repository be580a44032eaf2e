import { AccountsController } from './accounts/accounts.controller.js';
import { OrdersController } from './orders/orders.controller.js';
import { PositionsController } from './positions/positions.controller.js';
import { TransactionsController } from './transactions/transactions.controller.js';

/** The OpenAPI document is generated from these tags, each with the controllers whose operations carry it. */
export const tags = [
  {
    name: 'Securities accounts',
    description: 'Securities accounts of the customer, with positions, transactions and orders.',
    controllers: [AccountsController, PositionsController, TransactionsController, OrdersController],
  },
];
/** Descriptions of the path parameters. */
export const parameters = { 'securities-account-id': 'The `resourceId` of a securities account, from the list of securities accounts.' };
