import { Module } from '@nestjs/common';
import { CustomerAlerts, customerAlerts, JobsModule } from '@open-banking/commands';
import { alertAddressees } from './alert-outbox.statements.js';

/** What writes alerts of customers, in the transaction of what they are about. */
@Module({ imports: [JobsModule], providers: [customerAlerts(alertAddressees)], exports: [CustomerAlerts] })
export class AlertOutboxModule {}
