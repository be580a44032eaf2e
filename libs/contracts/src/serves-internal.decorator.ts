import 'reflect-metadata';
import type { Contract, HandlerResult, RequestBody } from './contract.js';

/** The metadata key of provider methods that serve operations of the internal port. */
export const INTERNAL = 'open-banking:internal';

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

type Handler<C> = (request: InternalRequest<RequestBody<C>>) => HandlerResult<C> | Promise<HandlerResult<C>>;

/**
 * Makes a method of any provider the handler of an internal operation. It is reachable on the internal port only, by the callers that the
 * row lists, with their signed token.
 */
export const ServesInternal =
  <C extends Contract>(contract: C) =>
  <Method extends Handler<C>>(_: object, __: string | symbol, { value }: TypedPropertyDescriptor<Method>): void =>
    Reflect.defineMetadata(INTERNAL, contract, value!);
