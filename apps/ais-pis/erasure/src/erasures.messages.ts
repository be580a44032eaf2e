import { IsFormat, Optional } from '@open-banking/http';
import type { ErasureCounts, HeldOfCustomer } from '@open-banking/erasure';
import type { Service } from '@open-banking/spec';
import type { ErasureRow } from './erasures.statements.js';

export class ErasuresQuery {
  /** The last psuId of the previous page. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

/** `next` is the `after` of the next page; absent on the last page. */
export interface ErasurePage {
  readonly erasures: readonly ErasureRow[];
  readonly next?: string;
}

export interface ServiceCheck extends ErasureCounts, Pick<HeldOfCustomer, 'obstacles'> {
  readonly service: Service;
}

/** The erasure that the customer was asked for before. */
export type EarlierErasure = Pick<ErasureRow, 'askedAt' | 'askedBy' | 'endedAt'>;

export interface ErasureCheck {
  /** Null: the customer was never asked to be erased. */
  readonly earlier: EarlierErasure | null;
  readonly services: readonly ServiceCheck[];
  /** Services that did not answer: without them nobody is erased. */
  readonly unavailable: readonly Service[];
}
