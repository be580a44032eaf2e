import { CardsController } from './cards/cards.controller.js';
import { TransactionsController } from './transactions/transactions.controller.js';

/** What the OpenAPI document is read from: its tags, each with the controllers whose operations carry it. */
export const tags = [
  {
    name: 'Cards',
    description: 'Cards of the customer, with balances and transactions.',
    controllers: [CardsController, TransactionsController],
  },
];
/** What the parameters of the paths hold. */
export const parameters = { 'card-id': 'The `resourceId` of a card, from the list of cards.' };
