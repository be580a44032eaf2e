import type { Answer } from '@open-banking/http';
import type { Described } from '@open-banking/http/class-validation';
import type { Operation } from '@open-banking/spec';
import type { Static, TSchema } from 'typebox';

export type InternalRow = Pick<
  Operation,
  'id' | 'method' | 'path' | 'formats' | 'callers' | 'operatorRoles' | 'kind' | 'readOnly' | 'holdsMs' | 'sandbox' | 'maxBytes'
>;

/** Lines of JSON. */
export type LinesType = 'application/x-ndjson';

/** The messages of an internal operation. */
export interface Messages {
  /** The class of a JSON body, or the type of a body whose text the receiver reads itself. */
  readonly body?: Described | LinesType;
  /** The response of status 200. Absent: the operation answers 204. */
  readonly response?: TSchema;
  /** It may also answer 204. */
  readonly mayBeEmpty?: true;
}

/** An internal operation with its messages: what its caller sends and its receiver answers. */
export type Contract = InternalRow & Messages;

/** The contracts of a group of rows; the compiler refuses a row without one. */
export const contracts = <const R extends Readonly<Record<string, InternalRow>>, M extends { readonly [Id in keyof R]: Messages }>(
  rows: R,
  messages: M,
) =>
  Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, { ...row, ...messages[id] }])) as unknown as {
    readonly [Id in keyof R]: R[Id] & M[Id];
  };

/** A value that its holder does not change. */
export type Unchanged<T> = T extends object ? { readonly [K in keyof T]: Unchanged<T[K]> } : T;

/** A schema's values as the type of the same name. */
export type Shape<S extends TSchema> = Unchanged<Static<S>>;

/** The body as its receiver reads it: an instance's fields, or text. */
export type RequestBody<C> = C extends { readonly body: infer B }
  ? B extends Described<infer T>
    ? T
    : B extends LinesType
      ? string
      : never
  : undefined;

/** The value that a caller gets; of a contract that is chosen at run time any. */
export type ResponseBody<C> = Contract extends C
  ? unknown
  : C extends { readonly response: infer S extends TSchema }
    ? Static<S>
    : undefined;

/** A value that becomes a `T` in JSON: an instant may be a `Date`. */
type Sendable<T> = string extends T ? T | Date : T extends object ? { readonly [K in keyof T]: Sendable<T[K]> } : T;

/** The result of a handler. */
export type HandlerResult<C> = C extends { readonly response: infer S extends TSchema }
  ? Sendable<Static<S>> | Answer<Sendable<Static<S>>> | (C extends { readonly mayBeEmpty: true } ? undefined : never)
  : undefined | void | Answer<undefined>;
