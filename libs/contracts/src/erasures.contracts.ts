import { IsFormat, Optional } from '@open-banking/http/field.decorator';
import { services } from '@open-banking/spec';
import Type from 'typebox';
import type { Shape } from './contract.js';
import { nullable, oneOf } from './schemas.js';
import { Performed } from './proposals.contracts.js';

export class ErasuresQuery {
  /** The last psuId of the previous page. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

/** The erasure that the customer was asked for before. */
export const EarlierErasure = Type.Object({
  askedAt: Type.String(),
  askedBy: Type.String(),
  endedAt: nullable(Type.String()),
});
export type EarlierErasure = Shape<typeof EarlierErasure>;

/**
 * A condition that must be met before a customer can be erased: `what` names the kind of thing (`card`), `must` what it must be (`be
 * closed`).
 */
export const Obstacle = Type.Object({
  what: Type.String(),
  id: Type.String(),
  must: Type.String(),
});
export type Obstacle = Shape<typeof Obstacle>;

export const ServiceCheck = Type.Object({
  service: oneOf(...services),
  /** Rows by table. */
  holds: Type.Record(Type.String(), Type.Number()),
  /** The kinds of which there may be more: counting stops at a number, and after a time. */
  more: Type.Array(Type.String()),
  obstacles: Type.Array(Obstacle),
});
export type ServiceCheck = Shape<typeof ServiceCheck>;

export const ErasureCheck = Type.Object({
  /** Null: the customer was never asked to be erased. */
  earlier: nullable(EarlierErasure),
  services: Type.Array(ServiceCheck),
  /** Services that did not answer: without them no customer is erased. */
  unavailable: Type.Array(oneOf(...services)),
});
export type ErasureCheck = Shape<typeof ErasureCheck>;

/** The part of a service in an erasure; see the migration. */
export const ErasureStepRow = Type.Object({
  service: oneOf(...services),
  state: oneOf('due', 'kept', 'done'),
  keptUntil: nullable(Type.String()),
  /** Rows by table, of all requests. */
  erased: Type.Record(Type.String(), Type.Number()),
  obstacles: Type.Array(Obstacle),
  problem: nullable(Type.String()),
});
export type ErasureStepRow = Shape<typeof ErasureStepRow>;

export const ErasureRow = Type.Object({
  psuId: Type.String(),
  askedAt: Type.String(),
  askedBy: Type.String(),
  endedAt: nullable(Type.String()),
  steps: Type.Array(ErasureStepRow),
});
export type ErasureRow = Shape<typeof ErasureRow>;

/** `next` is the `after` of the next page; absent on the last page. */
export const ErasurePage = Type.Object({
  erasures: Type.Array(ErasureRow),
  next: Type.Optional(Type.String()),
});
export type ErasurePage = Shape<typeof ErasurePage>;

export const erasuresMessages = {
  checkPsuErasure: { response: ErasureCheck },
  erasePsu: { response: Performed, mayBeEmpty: true },
  readErasure: { response: ErasureRow },
  listErasures: { body: ErasuresQuery, response: ErasurePage },
} as const;
