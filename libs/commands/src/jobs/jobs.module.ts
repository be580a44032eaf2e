import { Module } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { JobsService } from './jobs.service.js';
import { JobSettings } from './jobs.settings.js';
import { JobWorkers } from './job-workers.js';

/** `Jobs` for a service that has some; its database has the migrations of `libs/commands/jobs`, and its settings are `JobSettings` too. Its `@JobHandler` methods are found at the start. */
@Module({
  providers: [
    {
      provide: JobWorkers,
      useFactory: (database: Database, settings: JobSettings) => new JobWorkers(database, settings),
      inject: [Database, JobSettings],
    },
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
