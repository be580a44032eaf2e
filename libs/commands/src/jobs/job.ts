/** A kind of job: its name is the queue's, `Data` is what a job of it must know (ids, never what they stand for). */
export interface JobKind<Data extends object, Ordered extends boolean = boolean> {
  readonly name: string;
  /** Jobs of one key run one after the other, in the order in which they were added; one that fails holds the others back. */
  readonly ordered: Ordered;
  /** A job that keeps failing is tried again for ever, at last every so often. */
  readonly maxRetryDelaySeconds: number;
  /** How many jobs that are due together its `@JobGroupHandler` is given at most; undefined: each is done by itself. */
  readonly inGroupsOf?: number;
  /** Never set: carries the type. */
  readonly data?: Data;
}

interface Policy {
  readonly ordered?: boolean;
  readonly maxRetryDelaySeconds?: number;
  readonly inGroupsOf?: number;
}

/** Declares a kind of job. Its first retry comes after one to two seconds; the wait doubles up to `maxRetryDelaySeconds` (default 30). */
export function job<Data extends object>(
  name: string,
  policy: Omit<Policy, 'inGroupsOf'> & { readonly ordered: true },
): JobKind<Data, true>;
export function job<Data extends object>(name: string, policy?: Policy): JobKind<Data, false>;
export function job<Data extends object>(
  name: string,
  { ordered = false, maxRetryDelaySeconds = 30, inGroupsOf }: Policy = {},
): JobKind<Data> {
  return Object.freeze({ name, ordered, maxRetryDelaySeconds, ...(inGroupsOf !== undefined && { inGroupsOf }) });
}
