import type { PageLinks, PageOrder } from '@open-banking/access';
import { JsonText } from '@open-banking/http';
import type { StatementFrame } from './account-statement-pages.statements.js';

/** The lists of a page, and its links. */
export interface AccountReport extends PageLinks {
  /** As PostgreSQL writes it, or as an object; undefined: there is no such account, or none covered. */
  readonly account?: JsonText | object;
  /** Lists as PostgreSQL writes them; undefined where the request did not ask for one. */
  readonly booked?: JsonText;
  readonly pending?: JsonText;
  readonly removed?: JsonText;
  readonly information?: JsonText;
  /** The path of what changes after this report. */
  readonly changes?: string | undefined;
  /** Which part of its list this is; absent where the request itself says it. */
  readonly part?: PartOfList;
}

/** Where a page stands in its list, for statements. */
export interface PartOfList {
  readonly began: Date;
  /** From 1; undefined where the list was begun in another format. */
  readonly number: number | undefined;
  readonly order: PageOrder;
  readonly isFirst: boolean;
  /** The first day asked for, if one was. */
  readonly from: string | undefined;
  readonly to: string;
  /** The account at the end of the period, where this page has read it. */
  readonly frame?: StatementFrame | undefined;
}

/** The parts of an entry that the consent must grant separately. */
export interface DisclosedFields {
  readonly balances: boolean;
  readonly ownerName: boolean;
}

/** The first day of a list without one. */
export const everSince = '0001-01-01';

/** This bank has no standing orders. */
export const noStandingOrders = new JsonText('[]');

/** A list without entries is an empty array. */
export const list = (entries: Buffer | undefined): JsonText | undefined =>
  entries === undefined ? undefined : new JsonText('[', entries, ']');

export const transactionsPath = (accountId: string): string => `/v1.7/accounts/${accountId}/transactions`;
