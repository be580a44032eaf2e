import { erasingBooked, erasingName, erasingNumbers, erasingOwnNumbers, keptUntilBy } from '@open-banking/database';
import type { ErasureTarget } from '@open-banking/service/erasure';
import {
  holds,
  eraseAccounts,
  eraseName,
  eraseNumber,
  eraseOrders,
  erasePositions,
  eraseTransactions,
  openAccounts,
  firstKept,
} from './erasure.statements.js';

export const erasure: ErasureTarget = {
  obstacles: async (queries, psuId) =>
    (await queries.rows(openAccounts, psuId)).map(({ id }) => ({ what: 'securities account', id, must: 'be closed' })),
  holds: async (queries, psuId) => (await queries.row(holds, psuId))!,
  erasings: [
    erasingBooked('position', erasePositions),
    erasingBooked('securities_transaction', eraseTransactions),
    erasingNumbers('security_order', eraseOrders),
    erasingNumbers('securities_account', eraseAccounts),
    erasingName('securities_account', eraseName),
    erasingOwnNumbers('securities_account', eraseNumber),
  ],
  keptUntil: keptUntilBy(firstKept),
};
