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
import { ConsentApprovalsService, ConsentDetailsService, ConsentsModule } from '@open-banking/ais-pis-consents';
import { ClientDirectoryService, CustomerLoginModule, CustomerDirectoryService, DirectoryModule } from '@open-banking/ais-pis-directory';
import { PaymentApprovalsService, PaymentDetailsService, PaymentsModule } from '@open-banking/ais-pis-payments';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
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
