import type { Provider } from '@nestjs/common';
import { BankClock, type Statement } from '@open-banking/database';
import { JobsService } from '../jobs/jobs.service.js';
import { CustomerAlerts, type AlertAddressee } from './customer-alerts.service.js';
import { AlertSettings } from './customer-alerts.settings.js';

/**
 * The provider that writes a service's alerts of customers. `addressees`: the customers who are alerted about its subjects. Its module
 * imports JobsModule.
 */
export const customerAlerts = (addressees: Statement<AlertAddressee, [ids: readonly string[]]>): Provider => ({
  provide: CustomerAlerts,
  inject: [JobsService, BankClock, AlertSettings],
  useFactory: (jobs: JobsService, clock: BankClock, settings: AlertSettings) => new CustomerAlerts(jobs, clock, settings, addressees),
});
