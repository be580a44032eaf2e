import { integer, type ValuesOf } from '@open-banking/config';

/** What a service with jobs is told besides what every service is. */
export const jobSettings = {
  jobConcurrency: integer('How many jobs of one kind a process does at once.', { default: 10, min: 1, max: 100 }),
};
export type JobSettings = ValuesOf<typeof jobSettings>;
