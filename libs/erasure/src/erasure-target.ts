import type { Obstacle } from '@open-banking/contracts';
import type { Queries } from '@open-banking/database';
import type { ErasedCustomer, Erasing } from './erasing.js';

/** The data of a customer that would be erased now, counted as an erasure reports them. */
export interface ErasureCounts {
  /** Rows by table. */
  readonly holds: Readonly<Record<string, number>>;
  /** The kinds of which there may be more: counting stops at a number, and after a time. */
  readonly more: readonly string[];
}

/** A service's knowledge of personal data in its own tables. The tables that all services have are erased besides. */
export interface ErasureTarget {
  /** The present obstacles, a few of each kind; none: the customer can be erased. */
  obstacles(queries: Queries, psuId: string): Promise<readonly Obstacle[]>;
  /** Numbers of accounts that pay for what the customer holds, of any holder: ais-pis says by which id to recognise them. */
  readonly linkedNumbers?: (queries: Queries, psuId: string) => Promise<readonly string[]>;
  /** In this order. Whatever leads to the rows of the others stands last, so that an erasure that was interrupted finds them again. */
  readonly erasings: readonly Erasing[];
  /**
   * Ids of what was the customer's, by which rows of the audit are found that were written before a customer was known: in their order,
   * after the given one, at most `purgeBatch`. Absent where there are none.
   */
  readonly subjects?: (queries: Queries, psuId: string, after: string | null) => Promise<readonly string[]>;
  /** The day, YYYY-MM-DD, from which on more can be erased: until then the law makes the bank keep it. Absent, null: nothing is kept. */
  readonly keptUntil?: (queries: Queries, customer: ErasedCustomer) => Promise<string | null>;
}

/** Opens a service's target when a customer is erased: most processes never see one. */
export abstract class ErasureSource {
  abstract open(): Promise<ErasureTarget>;
}

/** Personal data in the tables that the libraries give a service. */
export interface PlatformTables {
  /** Erased before the service's own: lines of the feed are found by what the customer holds. */
  readonly first: readonly Erasing[];
  /** Erased after the service's own: an access that ends with the customer writes an alert. */
  readonly last: readonly Erasing[];
  /** Erases the salts by which rows of the audit with these ids are connected with the customer. Returns how many there were. */
  readonly eraseSalts: (queries: Queries, ids: readonly string[]) => Promise<number>;
  /** How many salts `eraseSalts` would erase. */
  readonly countSalts: (queries: Queries, ids: readonly string[]) => Promise<number>;
}

/** Opens the tables of the libraries when a customer is erased. */
export abstract class PlatformErasings {
  abstract open(): Promise<PlatformTables>;
}

/** The part of an erasure that one call has done. */
export interface ErasureProgress {
  /** Rows by table. */
  readonly erased: Readonly<Record<string, number>>;
  /** False: more is left, for the next call. */
  readonly done: boolean;
  /** If there are any, nothing was erased. */
  readonly obstacles: readonly Obstacle[];
  readonly keptUntil: string | null;
}
