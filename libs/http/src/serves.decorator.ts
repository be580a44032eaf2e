import { applyDecorators, Delete, Get, HttpCode, Post, Put, SetMetadata, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { SkipThrottle } from '@nestjs/throttler';
import type { Code, Fault } from '@open-banking/messages';
import { asRoute, type Operation } from '@open-banking/spec';
import type { TSchema } from 'typebox';
import { takingAnswersAhead, type HandlerAhead } from './answer.js';
import type { BankDay } from './period.js';

/** Finds the faults of a body that its schema cannot express. Gets the faults of form: what they concern cannot be judged. */
export type ConsistencyCheck = (body: never, day: BankDay, misformed: readonly Fault[], params: never) => readonly Fault[];

/** The same for rules that depend on the bank's settings: `faults` also gets the provider `given`, such as the bank's payment products. */
export interface ProvidedConsistencyCheck {
  readonly given: Type<unknown>;
  readonly faults: (body: never, day: BankDay, misformed: readonly Fault[], params: never, given: never) => readonly Fault[];
}

/** The request and response of an operation: the schemas that validate them are the ones its OpenAPI entry shows. */
export interface Shapes {
  /** The effect of the operation, in one or two sentences. Its requirements (token, consent, permission) follow from its row. */
  readonly description: string;
  readonly body?: TSchema;
  /** Faults that the schema of the body cannot express, reported with those that it can. */
  readonly consistency?: ConsistencyCheck | ProvidedConsistencyCheck;
  /** Query parameters by name; a query not listed is refused. */
  readonly query?: TSchema;
  /**
   * Faults that the schema of the query cannot express (periods, unsupported parameters of the standard), reported with those that it can.
   */
  readonly queryFaults?: (query: never, day: BankDay) => readonly Fault[];
  /** Bodies of success by status. */
  readonly answers: TSchema | Readonly<Record<number, TSchema | null>>;
  /** Status of success where the handler does not say; default 200, 201 for POST, 204 for DELETE. */
  readonly status?: number;
  /** Codes this operation alone can be refused with; those that follow from its row and schemas need no mention. */
  readonly refuses?: readonly Code[];
  /** Media types of the answer besides `application/json`. */
  readonly produces?: readonly string[];
  /**
   * A read that may be looked up before it is certain that its token still holds; its answer is sent only if that is so. Its handler takes
   * the principal, the path parameters and the query, in this order, and changes nothing. A function decides it by the query, which is
   * not validated yet.
   */
  readonly ahead?: true | ((query: Readonly<Record<string, unknown>>) => boolean);
}

/** Metadata key under which a handler keeps its row. */
export const OPERATION = 'open-banking:operation';
export const SHAPES = 'open-banking:shapes';

@SkipThrottle()
class Unthrottled {}
/** Metadata key of `@SkipThrottle()`, read from a class that carries it because the library does not export it. */
export const SKIPS_THROTTLE = String(Reflect.getMetadataKeys(Unthrottled)[0]);

const verbs = { GET: Get, POST: Post, DELETE: Delete, PUT: Put } as const;

/** Makes a method the handler of a row: route, version prefix, limits and documentation follow from the row. */
export function Serves(row: Operation, shapes: Shapes): MethodDecorator {
  const decorate = applyDecorators(
    verbs[row.method](asRoute(row.path)),
    HttpCode(successStatus(row, shapes)),
    RouteConfig({ operation: row, shapes }),
    SetMetadata(OPERATION, row),
    SetMetadata(SHAPES, shapes),
    ...(row.limits === 'none' ? [SkipThrottle()] : []),
  ) as MethodDecorator;
  return (target, name, handler) => {
    if (shapes.ahead) handler.value = takingAnswersAhead(handler.value as HandlerAhead) as typeof handler.value;
    decorate(target, name, handler);
  };
}

export const successStatus = (row: Pick<Operation, 'method'>, shapes: Shapes): number =>
  shapes.status ?? (row.method === 'POST' ? 201 : row.method === 'DELETE' ? 204 : 200);
