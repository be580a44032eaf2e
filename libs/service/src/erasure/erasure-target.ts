import type { Obstacle } from '@open-banking/contracts';
import type { ErasedCustomer, Erasing, Queries } from '@open-banking/database';

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
  /** Whether this service takes the feed of the bank's core: lines of it may be set aside. */
  abstract readonly fed: boolean;
  abstract open(): Promise<ErasureTarget>;
}
