import { boundMethods } from '@open-banking/http';
import type { JobKind } from './job.js';

const DOES = 'open-banking:does';

type Run = (data: object) => Promise<unknown>;
type RunGroup = (all: readonly object[]) => Promise<readonly PromiseSettledResult<unknown>[]>;
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

/**
 * The same for a kind in groups: the method is given all jobs that are due together, in the order in which they were added, up to
 * the number of its kind. It returns the outcome of each; those that failed are tried again.
 */
export const JobGroupHandler =
  <Data extends object>(kind: JobKind<Data, false>) =>
  <Done>(
    _: object,
    __: string | symbol,
    { value }: TypedPropertyDescriptor<(all: readonly Data[]) => Promise<readonly PromiseSettledResult<Done>[]>>,
  ): void => {
    Reflect.defineMetadata(DOES, kind, value!);
  };

export interface BoundJobHandler {
  readonly kind: Kind;
  /** The outcome of each of the jobs; of a kind without groups, one is given. */
  readonly run: RunGroup;
}

const groupRun = ({ inGroupsOf }: Kind, method: unknown): RunGroup =>
  inGroupsOf === undefined ? (all) => Promise.allSettled(all.map(async (data) => (method as Run)(data))) : (method as RunGroup);

/** The methods of providers that carry `@JobHandler`, bound to their instances. */
export function findJobHandlers(instances: readonly object[]): BoundJobHandler[] {
  const handlers = boundMethods<Kind>(instances, DOES).map(({ metadata, method }) => ({ kind: metadata, run: groupRun(metadata, method) }));
  const names = handlers.map(({ kind }) => kind.name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice) throw new Error(`two methods do jobs of the kind ${twice}`);
  return handlers;
}
