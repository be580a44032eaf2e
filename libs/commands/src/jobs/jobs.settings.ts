import { IsWholeNumber, Setting } from '@open-banking/config';

/** What a service with jobs is told besides what every service is. Injectable. */
export class JobSettings {
  @Setting('How many jobs of one kind a process runs at once.')
  @IsWholeNumber(1, 100)
  readonly jobConcurrency: number = 10;
}
