import { randomInt } from 'node:crypto';
import { daysAgo, type FeedLine } from '@open-banking/testing';
import { iban } from '@open-banking/sandbox/demo-bank';

/** A booked row as its core knows it. */
export interface Arrival {
  /** How many days ago the core books it. */
  readonly daysAgo: number;
  /** A whole number of units of the currency, or of an instrument; positive. */
  readonly amount: number;
  /** Its place in the order of arrival, from 1. */
  readonly number: number;
  readonly id: string;
}

/** A row of a list as a client reads it. */
export interface ReadRow {
  readonly id: string;
  readonly bookingDate: string;
  readonly amount: string;
  /** The sum after the row, where the list has one. */
  readonly after?: string;
}

/** A kind of product whose booked rows a core feeds and a client reads. */
export interface FedProduct {
  readonly name: string;
  readonly service: 'ais-pis' | 'cards' | 'savings-loans' | 'securities';
  /** Whether a row without an id is known by its reference, and how long ids may be. */
  readonly knowsReferences: boolean;
  readonly idLength: number;
  /** A product without rows, or with a first row of 100 where it cannot be without. */
  open(resource: string, psuId: string): FeedLine[];
  readonly beginsWith: readonly Arrival[];
  /** The lines of one step that books `added`, after `before`. `after` gives the running sum that the core sends with a row. */
  book(resource: string, before: readonly Arrival[], added: readonly Arrival[], after: (row: Arrival) => number): FeedLine[];
  list(resource: string): string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  rowsOf(body: any): { readonly rows: readonly ReadRow[]; readonly next?: string };
}

export const euro = { currency: 'EUR', ownerName: 'Test Owner', status: 'enabled', usage: 'PRIV' };
/** The reference of a row, which rises as rows arrive. */
export const reference = (number: number): string => String(number).padStart(16, '0');
export const money = (amount: number): string => `${amount}.00`;
export const total = (rows: readonly Arrival[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);
export const newest = (rows: readonly Arrival[]): string => daysAgo(Math.min(...rows.map((row) => row.daysAgo)));
export const holder = (psuId: string, resourceId: string): FeedLine => ({ type: 'holder', psuId, resourceId, rule: 'any' });
export const now = `${daysAgo(0)}T08:00:00Z`;
export const accountNumber = (): string => iban('DE', String(randomInt(10 ** 9, 10 ** 10)).padStart(18, '1'));
