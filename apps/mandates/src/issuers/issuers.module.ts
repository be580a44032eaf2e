import { Module } from '@nestjs/common';
import { ClientCertificates } from '@open-banking/access';
import { IntrospectionInternal, Issuing, issuerSettings } from '@open-banking/authorization';
import { Audit, CommandsModule, SigningKeys } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { readSettings } from '@open-banking/http';
import { Limits } from '@open-banking/limits';
import { SETTINGS, type ServiceSettings } from '@open-banking/service';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CancellationApprovals } from '../approvals/cancellation-approvals.service.js';
import { MandateApprovals } from '../approvals/mandate-approvals.service.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { MetadataController } from './metadata.controller.js';
import { RemoteClients, RemoteCustomers } from './remote-directory.service.js';

const issuing = {
  provide: Issuing,
  inject: [
    Database,
    BankClock,
    Audit,
    SigningKeys,
    Limits,
    ClientCertificates,
    RemoteClients,
    RemoteCustomers,
    SETTINGS,
    MandateApprovals,
    CancellationApprovals,
  ],
  useFactory: (
    database: Database,
    clock: BankClock,
    audit: Audit,
    keys: SigningKeys,
    limits: Limits,
    certificates: ClientCertificates,
    clients: RemoteClients,
    customers: RemoteCustomers,
    service: ServiceSettings,
    given: MandateApprovals,
    ended: CancellationApprovals,
  ) =>
    new Issuing(
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
  providers: [issuing, RemoteClients, RemoteCustomers, IntrospectionInternal],
})
export class IssuersModule {}
