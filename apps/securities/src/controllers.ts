import { AccountsController } from './accounts/accounts.controller.js';
import { OrdersController } from './orders/orders.controller.js';
import { PositionsController } from './positions/positions.controller.js';
import { TransactionsController } from './transactions/transactions.controller.js';

/** What the generated documents are read from. */
export const controllers = [AccountsController, PositionsController, TransactionsController, OrdersController];
