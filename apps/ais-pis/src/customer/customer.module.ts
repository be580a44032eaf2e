import { Module } from '@nestjs/common';
import { issuerSettings } from '@open-banking/authorization';
import { CommandsModule } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { readSettings } from '@open-banking/http';
import { Limits } from '@open-banking/limits';
import { SETTINGS, type ServiceSettings } from '@open-banking/service';
import { ConsentApprovals } from '../consents/consent-approvals.service.js';
import { ConsentsModule } from '../consents/consents.module.js';
import { CustomerResourcesModule } from '../customer-resources/customer-resources.module.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { PaymentApprovals } from '../payments/payment-approvals.service.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { AccessViews } from './consents/access-views.service.js';
import { CustomerAccess } from './consents/customer-access.service.js';
import { CustomerDoor } from './customer-door.js';
import { CustomerPages } from './customer-pages.service.js';
import { CustomerMandates } from './mandates/customer-mandates.service.js';
import { MandateViews } from './mandates/mandate-views.service.js';
import { SecondOwnerApprovals } from './mandates/second-owner-approvals.service.js';
import { CONSENT_APPROVALS, keyFor, MANDATE_APPROVALS, ownApprovals, PAYMENT_APPROVALS } from './own-approvals.js';
import { CustomerPayments } from './payments/customer-payments.service.js';
import { PaymentViews } from './payments/payment-views.service.js';
import { CustomerSessions } from './sessions.service.js';
import { CustomerVisits } from './visits.service.js';

const door = {
  provide: CustomerDoor,
  inject: [Database, Limits, CustomerSessions, SETTINGS],
  useFactory: async (database: Database, limits: Limits, sessions: CustomerSessions, { sandbox, baseUrl }: ServiceSettings) =>
    new CustomerDoor({
      limits,
      sessions,
      formKey: await keyFor(database, 'forms'),
      bankName: readSettings(issuerSettings).bankName,
      sandbox,
      secure: baseUrl.startsWith('https:'),
    }),
};

const pages = {
  provide: CustomerPages,
  inject: [CustomerDoor, CustomerSessions, BankClock, AccessViews, PaymentViews, MandateViews],
  useFactory: (
    door: CustomerDoor,
    sessions: CustomerSessions,
    clock: BankClock,
    access: AccessViews,
    payments: PaymentViews,
    mandates: MandateViews,
  ) => new CustomerPages({ door, sessions, clock, access, payments, mandates }),
};

/** The customer's own pages. */
@Module({
  imports: [CommandsModule, ConsentsModule, PaymentsModule, CustomerResourcesModule, DirectoryModule],
  providers: [
    CustomerSessions,
    CustomerAccess,
    CustomerPayments,
    CustomerMandates,
    CustomerVisits,
    AccessViews,
    PaymentViews,
    MandateViews,
    SecondOwnerApprovals,
    door,
    pages,
    ownApprovals(CONSENT_APPROVALS, 'consents', ConsentApprovals),
    ownApprovals(PAYMENT_APPROVALS, 'payments', PaymentApprovals),
    ownApprovals(MANDATE_APPROVALS, 'mandates', SecondOwnerApprovals),
  ],
})
export class CustomerModule {}
