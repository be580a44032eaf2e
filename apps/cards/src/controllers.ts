import { CardsController } from './cards/cards.controller.js';
import { TransactionsController } from './transactions/transactions.controller.js';

/** What the generated documents are read from. */
export const controllers = [CardsController, TransactionsController];
