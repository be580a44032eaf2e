import {
  erasing,
  erasingBooked,
  erasingBy,
  erasingName,
  erasingNumbers,
  erasingOwnNumbers,
  keptUntilByNumbers,
  ownNumbersOf,
  type Erasing,
  type ErasureTarget,
} from '@open-banking/erasure';
import { firstKept, linkedNumbers, loans, savings } from './erasure.statements.js';

const erasingsOf = (
  kind: string,
  { accounts, names, numbers, entries, pending, sides, pendingSides }: typeof savings,
): readonly Erasing[] => [
  erasingBooked(`${kind}_entry`, entries),
  erasing(`${kind}_pending_entry`, pending),
  erasingOwnNumbers(`${kind}_entry (account number)`, sides),
  erasingBy(`${kind}_pending_entry (account number)`, pendingSides, ({ psuId, accounts: of }) => [psuId, ownNumbersOf(of)]),
  erasingNumbers(`${kind}_account`, accounts),
  erasingName(`${kind}_account (name)`, names),
  erasingOwnNumbers(`${kind}_account (account number)`, numbers),
];

export const erasure: ErasureTarget = {
  obstacles: async (queries, psuId) => [
    ...(await queries.rows(savings.open, psuId)).map(({ id }) => ({ what: 'savings account', id, must: 'be closed' })),
    ...(await queries.rows(loans.open, psuId)).map(({ id }) => ({ what: 'loan', id, must: 'be closed' })),
  ],
  linkedNumbers: async (queries, psuId) => (await queries.rows(linkedNumbers, psuId)).map(({ iban }) => iban),
  erasings: [...erasingsOf('savings', savings), ...erasingsOf('loan', loans)],
  keptUntil: keptUntilByNumbers(firstKept),
};
