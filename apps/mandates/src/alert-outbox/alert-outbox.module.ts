import { Module } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { AlertSettings, CustomerAlerts, JobsModule, JobsService } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { MandateAlerts } from './mandate-alerts.service.js';

/** What writes alerts of customers, for the owners of a mandate's account. */
@Module({
  imports: [JobsModule],
  providers: [
    {
      provide: CustomerAlerts,
      inject: [JobsService, BankClock, AlertSettings, Database, InternalCalls],
      useFactory: (jobs: JobsService, clock: BankClock, settings: AlertSettings, database: Database, calls: InternalCalls) =>
        new MandateAlerts(jobs, clock, settings, database, calls),
    },
  ],
  exports: [CustomerAlerts],
})
export class AlertOutboxModule {}
