import {
  erasingBooked,
  erasingName,
  erasingNumbers,
  erasingOwnNumbers,
  keptUntilByNumbers,
  type ErasureTarget,
} from '@open-banking/erasure';
import {
  accounts,
  firstKept,
  linkedNumbers,
  names,
  numbers,
  numbersOfOrders,
  openAccounts,
  orders,
  positions,
  transactions,
} from './erasure.statements.js';

export const erasure: ErasureTarget = {
  obstacles: async (queries, psuId) =>
    (await queries.rows(openAccounts, psuId)).map(({ id }) => ({ what: 'securities account', id, must: 'be closed' })),
  linkedNumbers: async (queries, psuId) => (await queries.rows(linkedNumbers, psuId)).map(({ iban }) => iban),
  erasings: [
    erasingBooked('position', positions),
    erasingBooked('securities_transaction', transactions),
    erasingNumbers('security_order', orders),
    erasingOwnNumbers('security_order (account number)', numbersOfOrders),
    erasingNumbers('securities_account', accounts),
    erasingName('securities_account (name)', names),
    erasingOwnNumbers('securities_account (account number)', numbers),
  ],
  keptUntil: keptUntilByNumbers(firstKept),
};
