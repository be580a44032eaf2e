import {
  erasing,
  erasingBooked,
  erasingName,
  erasingOwnNumbers,
  keptUntilByNumbers,
  type Database,
  type ErasedCustomer,
} from '@open-banking/database';
import type { ErasureTarget } from '@open-banking/service/erasure';
import {
  holds,
  eraseCards,
  eraseNameOfCards,
  eraseNumberOfCards,
  erasePending,
  eraseTransactions,
  eraseTransactionTexts,
  firstKept,
  lockTexts,
  openCards,
} from './erasure.statements.js';

/** The card first: texts of its transactions have its number in them, and are written anew without it. */
export const erasure: ErasureTarget = {
  obstacles: async (queries, psuId) => (await queries.rows(openCards, psuId)).map(({ id }) => ({ what: 'card', id, must: 'be closed' })),
  holds: async (queries, psuId) => (await queries.row(holds, psuId))!,
  erasings: [
    erasingBooked('card', eraseCards),
    erasingName('card', eraseNameOfCards),
    erasingOwnNumbers('card', eraseNumberOfCards),
    erasingBooked('card_transaction', eraseTransactions),
    erasing('card_pending_transaction', erasePending),
    { table: 'card_transaction_text', batch: eraseTextsOf },
  ],
  keptUntil: keptUntilByNumbers(firstKept),
};

function eraseTextsOf(database: Database, { psuId }: ErasedCustomer): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.rows(lockTexts);
    return (await tx.rows(eraseTransactionTexts, psuId)).length;
  });
}
