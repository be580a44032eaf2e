import { hash, randomBytes } from 'node:crypto';

/** A read or an approval, numbered by the process that answered it. `at` is Unix time in milliseconds. */
export interface Receipt {
  readonly number: number;
  readonly at: number;
  readonly clientId: string;
  readonly operation: string;
  /** Empty where the bank's answer was to the client alone. */
  readonly psuId: string;
  readonly consentId: string;
  /** What was read, by its ids; empty where it is a list. */
  readonly resource: string;
}

/** Receipts of a process that are lost, at most: those from `first` to `last`. */
export interface ReceiptGap {
  readonly first: number;
  readonly last: number;
  /** When the process was heard of last before, and when this was noticed. */
  readonly since: Date;
  readonly until: Date;
}

const saltBytes = 16;
/** What a leaf has of an opening. */
export const openingDigest = (opening: string): string => hash('sha256', opening, 'base64url');

/** What a leaf says of the customer is known only to whoever has this text: it begins with a salt of its own. */
export const openingOf = ({ psuId, consentId, resource }: Receipt): string =>
  JSON.stringify([randomBytes(saltBytes).toString('base64url'), psuId, consentId, resource]);

/** The text that is hashed into the tree. Without the opening nothing in it leads to a customer. */
export const leafOf = (process: string, { number, at, clientId, operation }: Receipt, opening: string): string =>
  JSON.stringify({ v: 1, process, number, at: new Date(at).toISOString(), client: clientId, operation, customer: openingDigest(opening) });

/** A gap is a leaf too: nobody can take it out later. */
export const gapLeafOf = (process: string, { first, last, since, until }: ReceiptGap): string =>
  JSON.stringify({ v: 1, process, lost: [first, last], between: [since.toISOString(), until.toISOString()] });
