import { Module } from '@nestjs/common';
import { BankLogin, FailedAppRequestsModule, IssuingSettings, ReportedRequestsModule } from '@open-banking/issuer';
import { themeOf } from '@open-banking/pages';
import { CommandsModule } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { ServiceSettings } from '@open-banking/config';
import { ConsentApprovalsService, ConsentsModule } from '@open-banking/ais-pis-consents';
import { CustomerLoginModule, DirectoryModule } from '@open-banking/ais-pis-directory';
import { PaymentApprovalsService, PaymentsModule } from '@open-banking/ais-pis-payments';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { AccountsModule } from '@open-banking/ais-pis-accounts';
import { ReceiptsModule } from '@open-banking/ais-pis-receipts';
import { ActivityViewsService } from './activity/activity-views.service.js';
import { CustomerActivityService } from './activity/customer-activity.service.js';
import { AlertViewsService } from './alerts/alert-views.service.js';
import { AccessViewsService } from './consents/access-views.service.js';
import { CustomerLogin } from './visit/customer-login.js';
import { EndedLoginsService } from './visit/ended-logins.service.js';
import { CustomerRouter } from './visit/customer-router.js';
import { CustomerPagesService } from './customer-pages.service.js';
import { CustomerLimitsService } from './limits/customer-limits.service.js';
import { LimitViewsService } from './limits/limit-views.service.js';
import { RemoteMandatesService } from './mandates/remote-mandates.service.js';
import { MandateViewsService } from './mandates/mandate-views.service.js';
import { SecondOwnerApprovalsService } from './mandates/second-owner-approvals.service.js';
import { CONSENT_APPROVALS, keyFor, MANDATE_APPROVALS, secondOwnerApprovals, PAYMENT_APPROVALS } from './visit/second-owner-approvals.js';
import { CustomerReceiptsService } from './receipts/customer-receipts.service.js';
import { ReceiptSubjectsService } from './receipts/receipt-subjects.service.js';
import { ReceiptViewsService } from './receipts/receipt-views.service.js';
import { PendingCountsService } from './pending-counts.service.js';
import { PaymentViewsService } from './payments/payment-views.service.js';
import { CustomerSessionsService } from './visit/sessions.service.js';
import { CustomerVisitsService, PendingCounts } from './visit/visits.service.js';

const customerRouterProvider = {
  provide: CustomerRouter,
  inject: [Database, CustomerSessionsService, ServiceSettings, IssuingSettings],
  useFactory: async (
    database: Database,
    sessions: CustomerSessionsService,
    { sandbox, baseUrl }: ServiceSettings,
    issuing: IssuingSettings,
  ) =>
    new CustomerRouter({
      sessions,
      formKey: await keyFor(database, 'forms'),
      theme: themeOf(issuing),
      sandbox,
      secure: baseUrl.startsWith('https:'),
    }),
};

const pages = {
  provide: CustomerPagesService,
  inject: [
    CustomerRouter,
    CustomerSessionsService,
    BankClock,
    AccessViewsService,
    PaymentViewsService,
    MandateViewsService,
    LimitViewsService,
    AlertViewsService,
    ActivityViewsService,
    ReceiptViewsService,
    BankLogin,
    ServiceSettings,
  ],
  useFactory: (
    router: CustomerRouter,
    sessions: CustomerSessionsService,
    clock: BankClock,
    access: AccessViewsService,
    payments: PaymentViewsService,
    mandates: MandateViewsService,
    limits: LimitViewsService,
    alerts: AlertViewsService,
    activity: ActivityViewsService,
    receipts: ReceiptViewsService,
    bankLogin: BankLogin,
    { baseUrl }: ServiceSettings,
  ) => {
    const login = new CustomerLogin({ login: bankLogin, sessions, router, baseUrl, timeZone: clock.timeZone });
    return new CustomerPagesService({ router, sessions, login, clock, access, payments, mandates, limits, alerts, activity, receipts });
  },
};

/** The pages on which customers manage consents, payments and mandates. */
@Module({
  imports: [
    CommandsModule,
    ReportedRequestsModule,
    FailedAppRequestsModule,
    NotificationsModule,
    ConsentsModule,
    PaymentsModule,
    AccountsModule,
    DirectoryModule,
    CustomerLoginModule,
    ReceiptsModule,
  ],
  providers: [
    CustomerActivityService,
    ActivityViewsService,
    AlertViewsService,
    CustomerReceiptsService,
    ReceiptSubjectsService,
    ReceiptViewsService,
    CustomerSessionsService,
    RemoteMandatesService,
    CustomerVisitsService,
    { provide: PendingCounts, useClass: PendingCountsService },
    AccessViewsService,
    PaymentViewsService,
    MandateViewsService,
    CustomerLimitsService,
    LimitViewsService,
    SecondOwnerApprovalsService,
    EndedLoginsService,
    customerRouterProvider,
    pages,
    secondOwnerApprovals(CONSENT_APPROVALS, 'consents', ConsentApprovalsService),
    secondOwnerApprovals(PAYMENT_APPROVALS, 'payments', PaymentApprovalsService),
    secondOwnerApprovals(MANDATE_APPROVALS, 'mandates', SecondOwnerApprovalsService),
  ],
  exports: [RemoteMandatesService],
})
export class CustomerPagesModule {}
