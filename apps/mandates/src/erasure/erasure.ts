import { erasingBooked, erasingName, keptUntilBy, type ErasedCustomer } from '@open-banking/database';
import { authorizationErasings } from '@open-banking/issuer';
import type { ErasureTarget } from '@open-banking/service/erasure';
import {
  eraseCollections,
  eraseMandates,
  eraseName,
  eraseUnapproved,
  eraseUnmatched,
  firstKept,
  holds,
  mandatesAfter,
  obstacles,
} from './erasure.statements.js';

/** Numbers by which nobody but the customer is meant. */
const ownNumbers = ({ accounts }: ErasedCustomer): string[] => accounts.filter(({ shared }) => !shared).map(({ iban }) => iban);

export const erasure: ErasureTarget = {
  obstacles: (queries, psuId) => queries.rows(obstacles, psuId),
  holds: async (queries, psuId) => (await queries.row(holds, psuId))!,
  erasings: [
    ...authorizationErasings,
    erasingBooked('collection', eraseCollections),
    erasingBooked('mandate', eraseMandates),
    erasingName('mandate', eraseName),
    { table: 'mandate', batch: async (database, customer) => (await database.rows(eraseUnapproved, ownNumbers(customer))).length },
    {
      table: 'unmatched_collection',
      batch: async (database, customer) => (await database.row(eraseUnmatched, ownNumbers(customer)))!.erased,
    },
  ],
  keptUntil: keptUntilBy(firstKept),
  subjects: async (queries, psuId, after) => (await queries.rows(mandatesAfter, psuId, after)).map(({ id }) => id),
};
