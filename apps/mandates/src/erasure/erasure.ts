import { erasingBooked, erasingBy, erasingName, keptUntilBy, type ErasedCustomer, type ErasureTarget } from '@open-banking/erasure';
import { authorizationErasings } from '@open-banking/issuer';
import {
  collections,
  countUnmatched,
  eraseUnmatched,
  firstKept,
  mandates,
  mandatesAfter,
  names,
  obstacles,
  unapprovedMandates,
} from './erasure.statements.js';

/** Numbers by which nobody but the customer is meant. */
const ownNumbers = ({ accounts }: ErasedCustomer): string[] => accounts.filter(({ shared }) => !shared).map(({ iban }) => iban);

export const erasure: ErasureTarget = {
  obstacles: (queries, psuId) => queries.rows(obstacles, psuId),
  erasings: [
    ...authorizationErasings,
    erasingBooked('collection', collections),
    erasingBooked('mandate', mandates),
    erasingName('mandate (name)', names),
    erasingBy('mandate (not approved)', unapprovedMandates, (customer) => [customer.psuId, ownNumbers(customer)]),
    {
      what: 'unmatched_collection',
      batch: async (database, customer) => (await database.row(eraseUnmatched, ownNumbers(customer)))!.erased,
      count: async (queries, customer) => (await queries.row(countUnmatched, ownNumbers(customer)))!.rows,
    },
  ],
  keptUntil: keptUntilBy(firstKept),
  subjects: async (queries, psuId, after) => (await queries.rows(mandatesAfter, psuId, after)).map(({ id }) => id),
};
