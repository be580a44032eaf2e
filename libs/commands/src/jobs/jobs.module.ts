import { Module } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { readSettings } from '@open-banking/config';
import { JobsService } from './jobs.service.js';
import { jobSettings } from './jobs.settings.js';
import { JobWorkers } from './job-workers.js';

/** `Jobs` for a service that has some; its database has the migrations of `libs/commands/jobs`. Its `@JobHandler` methods are found at the start. */
@Module({
  providers: [
    { provide: JobWorkers, useFactory: (database: Database) => new JobWorkers(database, readSettings(jobSettings)), inject: [Database] },
    {
      provide: JobsService,
      useFactory: (workers: JobWorkers) =>
        new JobsService((kind) => {
          workers.wake(kind);
        }),
      inject: [JobWorkers],
    },
  ],
  exports: [JobsService],
})
export class JobsModule {}
