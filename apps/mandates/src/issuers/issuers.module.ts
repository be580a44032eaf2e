import { Module } from '@nestjs/common';
import { ClientCertificatesService } from '@open-banking/access';
import { IntrospectionInternal, IssuingService, issuerSettings } from '@open-banking/issuer';
import { AuditService, CommandsModule, SigningKeys } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { readSettings, SETTINGS, type ServiceSettings } from '@open-banking/config';
import { RateLimitsService } from '@open-banking/limits';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CancellationApprovalsService } from '../approvals/cancellation-approvals.service.js';
import { MandateApprovalsService } from '../approvals/mandate-approvals.service.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { MetadataController } from './metadata.controller.js';
import { RemoteClientsService, RemoteCustomersService } from '../directory/remote-directory.service.js';

const issuing = {
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
    SETTINGS,
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
    given: MandateApprovalsService,
    ended: CancellationApprovalsService,
  ) =>
    new IssuingService(
      { database, clock, audit, keys, limits, certificates, clients, customers, settings: { ...service, ...readSettings(issuerSettings) } },
      [
        { id: 'mandates', approvals: given },
        { id: 'cancellation', approvals: ended },
      ],
    ),
};

/** The issuers of mandates and of their cancellation, and what they tell of their tokens. */
@Module({
  imports: [CommandsModule, NotificationsModule, ApprovalsModule],
  controllers: [MetadataController],
  providers: [issuing, RemoteClientsService, RemoteCustomersService, IntrospectionInternal],
})
export class IssuersModule {}
