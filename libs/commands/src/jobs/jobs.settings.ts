import { IsWholeNumber, Setting } from '@open-banking/config';

/** The settings of a service with jobs, besides those of every service. Injectable. */
export class JobSettings {
  @Setting('How many jobs of one kind a process runs at once. Jobs of all kinds together use at most half of the connections of POOL_SIZE.')
  @IsWholeNumber(1, 100)
  readonly jobConcurrency: number = 10;
}
