import { CardsController } from './cards/cards.controller.js';
import { TransactionsController } from './transactions/transactions.controller.js';

/** The OpenAPI document is generated from these tags, each with the controllers whose operations carry it. */
export const tags = [
  {
    name: 'Cards',
    description: 'Cards of the customer, with balances and transactions.',
    controllers: [CardsController, TransactionsController],
  },
];
/** Descriptions of the path parameters. */
export const parameters = { 'card-id': 'The `resourceId` of a card, from the list of cards.' };
