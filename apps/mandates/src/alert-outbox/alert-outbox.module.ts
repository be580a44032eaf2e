import { Module } from '@nestjs/common';
import { AlertSettings, CustomerAlerts, JobsModule, JobsService } from '@open-banking/commands';
import { BankClock } from '@open-banking/database';
import { alertAddressees } from './alert-outbox.statements.js';

/** What writes alerts of customers, in the transaction of what they are about. */
@Module({
  imports: [JobsModule],
  providers: [
    {
      provide: CustomerAlerts,
      inject: [JobsService, BankClock, AlertSettings],
      useFactory: (jobs: JobsService, clock: BankClock, settings: AlertSettings) =>
        new CustomerAlerts(jobs, clock, settings, alertAddressees),
    },
  ],
  exports: [CustomerAlerts],
})
export class AlertOutboxModule {}
