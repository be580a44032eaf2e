import { boundMethods } from '@open-banking/http';
import type { JobKind } from './job.js';

const DOES = 'open-banking:does';

type Run<Data extends object> = (data: Data) => Promise<unknown>;
type Kind = JobKind<object>;

/**
 * Makes a method of any provider the one that does jobs of a kind. A job runs at least once: again when the method throws,
 * and elsewhere when its process dies. So a second run must do no harm.
 */
export const JobHandler =
  <Data extends object>(kind: JobKind<Data>) =>
  <Done>(_: object, __: string | symbol, { value }: TypedPropertyDescriptor<(data: Data) => Promise<Done>>): void => {
    Reflect.defineMetadata(DOES, kind, value!);
  };

export interface BoundJobHandler {
  readonly kind: Kind;
  readonly run: Run<object>;
}

/** The methods of providers that carry `@JobHandler`, bound to their instances. */
export function jobHandlersOf(instances: readonly object[]): BoundJobHandler[] {
  const handlers = boundMethods<Kind>(instances, DOES).map(({ metadata, method }) => ({ kind: metadata, run: method as Run<object> }));
  const names = handlers.map(({ kind }) => kind.name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice) throw new Error(`two methods do jobs of the kind ${twice}`);
  return handlers;
}
