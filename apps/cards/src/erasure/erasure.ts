import {
  erasing,
  erasingBooked,
  erasingName,
  erasingOwnNumbers,
  keptUntilByNumbers,
  type ErasedCustomer,
  type ErasureTarget,
} from '@open-banking/erasure';
import type { Database } from '@open-banking/database';
import {
  cards,
  eraseTransactionTexts,
  firstKept,
  lockTexts,
  names,
  numbers,
  openCards,
  pending,
  transactions,
} from './erasure.statements.js';

/** The card first: texts of its transactions have its number in them, and are written anew without it. */
export const erasure: ErasureTarget = {
  obstacles: async (queries, psuId) => (await queries.rows(openCards, psuId)).map(({ id }) => ({ what: 'card', id, must: 'be closed' })),
  erasings: [
    erasingBooked('card', cards),
    erasingName('card (name)', names),
    erasingOwnNumbers('card (account number)', numbers),
    erasingBooked('card_transaction', transactions),
    erasing('card_pending_transaction', pending),
    { what: 'card_transaction_text', batch: eraseTextsOf },
  ],
  keptUntil: keptUntilByNumbers(firstKept),
};

function eraseTextsOf(database: Database, { psuId }: ErasedCustomer): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.rows(lockTexts);
    return (await tx.rows(eraseTransactionTexts, psuId)).length;
  });
}
