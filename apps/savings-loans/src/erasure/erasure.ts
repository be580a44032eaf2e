import {
  erasing,
  erasingBooked,
  erasingName,
  erasingNumbers,
  erasingOwnNumbers,
  keptUntilByNumbers,
  ownNumbersOf,
  type Erasing,
} from '@open-banking/database';
import type { ErasureTarget } from '@open-banking/service/erasure';
import { firstKept, holds, linkedNumbers, loans, savings } from './erasure.statements.js';

const erasingsOf = (
  kind: string,
  { accounts, name, number, entries, pending, sides, pendingSides }: typeof savings,
): readonly Erasing[] => [
  erasingBooked(`${kind}_entry`, entries),
  erasing(`${kind}_pending_entry`, pending),
  erasingOwnNumbers(`${kind}_entry`, sides),
  {
    table: `${kind}_pending_entry`,
    batch: async (database, { accounts: of }) => (await database.rows(pendingSides, ownNumbersOf(of))).length,
  },
  erasingNumbers(`${kind}_account`, accounts),
  erasingName(`${kind}_account`, name),
  erasingOwnNumbers(`${kind}_account`, number),
];

export const erasure: ErasureTarget = {
  obstacles: async (queries, psuId) => [
    ...(await queries.rows(savings.open, psuId)).map(({ id }) => ({ what: 'savings account', id, must: 'be closed' })),
    ...(await queries.rows(loans.open, psuId)).map(({ id }) => ({ what: 'loan', id, must: 'be closed' })),
  ],
  holds: async (queries, psuId) => (await queries.row(holds, psuId))!,
  linkedNumbers: async (queries, psuId) => (await queries.rows(linkedNumbers, psuId)).map(({ iban }) => iban),
  erasings: [...erasingsOf('savings', savings), ...erasingsOf('loan', loans)],
  keptUntil: keptUntilByNumbers(firstKept),
};
