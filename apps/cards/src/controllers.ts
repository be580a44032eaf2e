import { CardsController } from './cards/cards.controller.js';

/** What the generated documents are read from. */
export const controllers = [CardsController];
