import { IsAnyObject, IsFormat, IsListOf, IsNested, IsText, IsWholeNumber, Optional } from '@open-banking/http/field.decorator';
import { erasureInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { nullable } from './schemas.js';
import { Obstacle } from './erasures.contracts.js';

/**
 * An account at ais-pis of an erased customer, or one that pays for what they hold. Rows of other services name it by its
 * number.
 */
export interface ErasedAccount {
  readonly iban: string;
  readonly accountId: string;
  /** Others, who are not erased, hold it. */
  readonly shared: boolean;
}

export class ErasureRequest {
  /** Absent where ais-pis does not know it any more. */
  @Optional() @IsText() readonly name?: string;
  /** `ErasedAccount`: ais-pis alone calls, which made them from its own rows. */
  @IsListOf(IsAnyObject()) readonly accounts!: readonly ErasedAccount[];
  /** LEGAL_RETENTION_MONTHS of ais-pis, which holds for all services. Absent: 0. */
  @Optional() @IsWholeNumber({ min: 0 }) readonly legalMonths?: number;
}

export class ErasureCheckRequest {
  @IsFormat('uuid') readonly psuId!: string;
  /** The customer that `erasePersonalData` will be called with. Absent: nothing is counted. */
  @Optional() @IsNested(() => ErasureRequest) readonly customer?: ErasureRequest;
}

/** The data that a service holds of a customer, and the obstacles to erasing them. Counts only if the caller names the customer. */
export const HeldOfCustomer = Type.Object({
  obstacles: Type.Array(Obstacle),
  /** Numbers of accounts that pay for what the customer holds. Absent: the service knows these by their ids, or knows none. */
  linkedNumbers: Type.Optional(Type.Array(Type.String())),
  /** Rows by table. */
  holds: Type.Optional(Type.Record(Type.String(), Type.Number())),
  /** The kinds of which there may be more: counting stops at a number, and after a time. */
  more: Type.Optional(Type.Array(Type.String())),
});
export type HeldOfCustomer = Shape<typeof HeldOfCustomer>;

/** The part of an erasure that one call has done. */
export const ErasureProgress = Type.Object({
  /** Rows by table. */
  erased: Type.Record(Type.String(), Type.Number()),
  /** False: more is left, for the next call. */
  done: Type.Boolean(),
  /** If there are any, nothing was erased. */
  obstacles: Type.Array(Obstacle),
  keptUntil: nullable(Type.String()),
});
export type ErasureProgress = Shape<typeof ErasureProgress>;

export const erasureContracts = contracts(erasureInternal, {
  listErasureObstacles: { body: ErasureCheckRequest, response: HeldOfCustomer },
  erasePersonalData: { body: ErasureRequest, response: ErasureProgress },
});
