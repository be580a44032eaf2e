import { SetMetadata } from '@nestjs/common';

/** Metadata key of `@RecurringWork`. */
export const RECURRING = 'open-banking:recurring';

export interface Recurrence {
  /** The name in the log and in the metrics `openbank_recurring_work_…_total{task}`: a verb and its object. */
  readonly task: string;
  readonly everyMs: Interval;
}

/**
 * How long after the end of one run the next one begins, in milliseconds. A function reads it from the provider once, when the service
 * has started; undefined means that this bank does not need the work.
 */
export type Interval<Provider = never> = number | ((provider: Provider) => number | undefined);

/**
 * Marks a method of any provider, without arguments, that every process of a service runs repeatedly. Two replicas may run it at the same
 * time, and a run may be missed: the method itself finds what there is to do. It throws its errors; the scheduler logs and counts them.
 */
export const RecurringWork = <Provider>(task: string, { everyMs }: { readonly everyMs: Interval<Provider> }): MethodDecorator =>
  SetMetadata(RECURRING, { task, everyMs } satisfies Recurrence);
