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

/** The methods of providers that carry `@Does`, bound to their instances. */
export function jobHandlersOf(instances: readonly object[]): BoundJobHandler[] {
  const doers = instances.flatMap((instance) => {
    const prototype = Object.getPrototypeOf(instance) as object | null;
    if (!prototype || prototype === Object.prototype) return [];
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const method: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
      const kind = typeof method === 'function' ? (Reflect.getMetadata(DOES, method) as Kind | undefined) : undefined;
      return kind ? [{ kind, run: (method as Run<object>).bind(instance) }] : [];
    });
  });
  const names = doers.map(({ kind }) => kind.name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice) throw new Error(`two methods do jobs of the kind ${twice}`);
  return doers;
}
