import { erasingBooked, erasingName, erasingNumbers, erasingOwnNumbers, keptUntilByNumbers } from '@open-banking/database';
import type { ErasureTarget } from '@open-banking/service/erasure';
import {
  holds,
  eraseAccounts,
  eraseName,
  eraseNumber,
  eraseNumberOfOrders,
  eraseOrders,
  erasePositions,
  eraseTransactions,
  openAccounts,
  firstKept,
  linkedNumbers,
} from './erasure.statements.js';

export const erasure: ErasureTarget = {
  obstacles: async (queries, psuId) =>
    (await queries.rows(openAccounts, psuId)).map(({ id }) => ({ what: 'securities account', id, must: 'be closed' })),
  holds: async (queries, psuId) => (await queries.row(holds, psuId))!,
  linkedNumbers: async (queries, psuId) => (await queries.rows(linkedNumbers, psuId)).map(({ iban }) => iban),
  erasings: [
    erasingBooked('position', erasePositions),
    erasingBooked('securities_transaction', eraseTransactions),
    erasingNumbers('security_order', eraseOrders),
    erasingOwnNumbers('security_order', eraseNumberOfOrders),
    erasingNumbers('securities_account', eraseAccounts),
    erasingName('securities_account', eraseName),
    erasingOwnNumbers('securities_account', eraseNumber),
  ],
  keptUntil: keptUntilByNumbers(firstKept),
};
