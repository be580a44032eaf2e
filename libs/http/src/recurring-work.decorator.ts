import { SetMetadata } from '@nestjs/common';

/** Metadata key of `@RecurringWork`. */
export const RECURRING = 'open-banking:recurring';

export interface Recurrence {
  /** Names the work in the log and in the metrics `recurring_work_…_total{task}`: a verb and what it is done to. */
  readonly task: string;
  /** How long after the end of one run the next one begins, in milliseconds. */
  readonly everyMs: number;
}

/**
 * Marks a method of any provider, without arguments, that is run again and again in every process of a service. Two replicas run it at
 * once, and a run may be missed: it must find what there is to do by itself. It throws what goes wrong; the scheduler logs and counts it.
 */
export const RecurringWork = (task: string, { everyMs }: Pick<Recurrence, 'everyMs'>): MethodDecorator =>
  SetMetadata(RECURRING, { task, everyMs } satisfies Recurrence);
