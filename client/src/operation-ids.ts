import type { issuers, operations, Operations } from './generated/operations.js';

/** The bank's issuers of tokens. */
export type Issuer = keyof typeof issuers;
/** The name of an operation. */
export type OperationId = keyof Operations;

type Facts = typeof operations;

/** The operations that a client calls with its own token, or with none. */
export type ClientOperationId = { [Id in OperationId]: Facts[Id] extends { token: 'customer' } ? never : Id }[OperationId];

/** The operations that a client calls with the token of a customer, who has approved it at this issuer. */
export type CustomerOperationId<I extends Issuer> = {
  [Id in OperationId]: Facts[Id] extends { issuer: I; token: 'customer' | 'either' } ? Id : never;
}[OperationId];

/** The operations that answer in pages. */
export type PagedOperationId = { [Id in OperationId]: Facts[Id] extends { paged: true } ? Id : never }[OperationId];

/** An operation as a call needs it. */
export interface OperationFacts {
  readonly method: string;
  readonly path: string;
  /** The path's parameters: the names in code, and those in the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly issuer?: Issuer;
  readonly token?: 'client' | 'customer' | 'either';
  readonly clientScope?: string;
  readonly consent?: true;
  readonly paged?: true;
}

export type Input<Id extends OperationId> = Parameters<Operations[Id]>[0];
export type Answer<Id extends OperationId> = Awaited<ReturnType<Operations[Id]>>;
