import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { Operation } from '@open-banking/spec';
import type { Described } from './class-validation.js';

type InternalRow = Pick<Operation, 'id' | 'method' | 'path' | 'formats' | 'callers' | 'operatorRoles' | 'kind' | 'sandbox' | 'maxBytes'>;

/** Lines of JSON. */
export type LinesType = 'application/x-ndjson';

/** The metadata key of provider methods that serve operations of the internal port. */
export const INTERNAL = 'open-banking:internal';
export interface InternalShapes {
  /** The class that describes the body (field.decorator.ts), or the type of a body whose text the method reads itself. */
  readonly body?: Described | LinesType;
}
export interface InternalServing {
  readonly row: InternalRow;
  readonly shapes: InternalShapes;
}

/**
 * Parameters and body of an internal call, already validated; `caller` is who signed it, and where that is an operator, `operator` is its
 * name.
 */
export interface InternalRequest<Body = unknown> {
  readonly caller: string;
  readonly operator?: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
}

/**
 * Makes a method of any provider the handler of an internal row: `(request: InternalRequest) => answer`.
 * It is reachable on the internal port only, by the callers the row lists, with their signed token.
 */
export const ServesInternal = (row: InternalRow, shapes: InternalShapes = {}): MethodDecorator =>
  applyDecorators(SetMetadata(INTERNAL, { row, shapes } satisfies InternalServing));
