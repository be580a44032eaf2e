import { Module } from '@nestjs/common';
import { ClientCertificatesService } from '@open-banking/access';
import {
  BankLogin,
  FailedAppRequests,
  FailedAppRequestsModule,
  grantsController,
  GrantsService,
  IntrospectionInternal,
  IssuingService,
  IssuingSettings,
  ReportedRequests,
  ReportedRequestsModule,
  tokenStatusController,
} from '@open-banking/issuer';
import { AuditService, CommandsModule, SigningKeys } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { ServiceSettings } from '@open-banking/config';
import { RateLimitsService } from '@open-banking/limits';
import { ConsentApprovalsService } from '../consents/consent-approvals.service.js';
import { ConsentDetailsService } from '../consents/consent-details.service.js';
import { ConsentsModule } from '../consents/consents.module.js';
import { ClientDirectoryService } from '../directory/clients.service.js';
import { CustomerLoginModule } from '../directory/customer-login.module.js';
import { CustomerDirectoryService } from '../directory/customers.service.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { PaymentApprovalsService } from '../payments/payment-approvals.service.js';
import { PaymentDetailsService } from '../payments/payment-details.service.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { MetadataController } from './metadata.controller.js';

const issuingService = {
  provide: IssuingService,
  inject: [
    Database,
    BankClock,
    AuditService,
    SigningKeys,
    RateLimitsService,
    ClientCertificatesService,
    ClientDirectoryService,
    CustomerDirectoryService,
    ServiceSettings,
    IssuingSettings,
    ReportedRequests,
    FailedAppRequests,
    BankLogin,
    ConsentApprovalsService,
    PaymentApprovalsService,
    ConsentDetailsService,
    PaymentDetailsService,
  ],
  useFactory: (
    database: Database,
    clock: BankClock,
    audit: AuditService,
    keys: SigningKeys,
    limits: RateLimitsService,
    certificates: ClientCertificatesService,
    clients: ClientDirectoryService,
    customers: CustomerDirectoryService,
    service: ServiceSettings,
    issuing: IssuingSettings,
    reported: ReportedRequests,
    appRequests: FailedAppRequests,
    login: BankLogin,
    consents: ConsentApprovalsService,
    payments: PaymentApprovalsService,
    newConsents: ConsentDetailsService,
    newPayments: PaymentDetailsService,
  ) =>
    new IssuingService(
      {
        database,
        clock,
        audit,
        reported,
        appRequests,
        keys,
        limits,
        certificates,
        clients,
        customers,
        settings: { ...service, ...issuing },
        login,
      },
      [
        { id: 'consents', approvals: consents, details: newConsents },
        { id: 'payments', approvals: payments, details: newPayments },
      ],
    ),
};

/** The issuers of consents and payments, with token introspection. */
@Module({
  imports: [
    CommandsModule,
    ReportedRequestsModule,
    FailedAppRequestsModule,
    CustomerLoginModule,
    NotificationsModule,
    DirectoryModule,
    ConsentsModule,
    PaymentsModule,
  ],
  controllers: [
    MetadataController,
    tokenStatusController('consents'),
    tokenStatusController('payments'),
    grantsController('consents', ConsentApprovalsService),
    grantsController('payments', PaymentApprovalsService),
  ],
  providers: [issuingService, IntrospectionInternal, GrantsService],
})
export class IssuersModule {}
