import { Module } from '@nestjs/common';
import { ClientCertificatesService } from '@open-banking/access';
import {
  BankLogin,
  BankLoginModule,
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
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CancellationApprovalsService } from '../approvals/cancellation-approvals.service.js';
import { MandateApprovalsService } from '../approvals/mandate-approvals.service.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { MetadataController } from './metadata.controller.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { RemoteClientsService, RemoteCustomersService } from '../directory/remote-directory.service.js';

const issuingService = {
  provide: IssuingService,
  inject: [
    Database,
    BankClock,
    AuditService,
    SigningKeys,
    RateLimitsService,
    ClientCertificatesService,
    RemoteClientsService,
    RemoteCustomersService,
    ServiceSettings,
    IssuingSettings,
    ReportedRequests,
    FailedAppRequests,
    BankLogin,
    MandateApprovalsService,
    CancellationApprovalsService,
  ],
  useFactory: (
    database: Database,
    clock: BankClock,
    audit: AuditService,
    keys: SigningKeys,
    limits: RateLimitsService,
    certificates: ClientCertificatesService,
    clients: RemoteClientsService,
    customers: RemoteCustomersService,
    service: ServiceSettings,
    issuing: IssuingSettings,
    reported: ReportedRequests,
    appRequests: FailedAppRequests,
    login: BankLogin,
    given: MandateApprovalsService,
    ended: CancellationApprovalsService,
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
        { id: 'mandates', approvals: given },
        { id: 'cancellation', approvals: ended },
      ],
    ),
};

/** The issuers for mandates and cancellations, and the introspection of their tokens. */
@Module({
  imports: [
    CommandsModule,
    ReportedRequestsModule,
    FailedAppRequestsModule,
    BankLoginModule.knowing(RemoteCustomersService, [DirectoryModule]),
    NotificationsModule,
    ApprovalsModule,
    DirectoryModule,
  ],
  controllers: [
    MetadataController,
    tokenStatusController('mandates'),
    tokenStatusController('cancellation'),
    grantsController('mandates', MandateApprovalsService),
    grantsController('cancellation', CancellationApprovalsService),
  ],
  providers: [issuingService, IntrospectionInternal, GrantsService],
})
export class IssuersModule {}
