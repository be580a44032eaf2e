import { Module } from '@nestjs/common';
import { ClientCertificates } from '@open-banking/access';
import { IntrospectionInternal, Issuing, issuerSettings } from '@open-banking/authorization';
import { Audit, CommandsModule, SigningKeys } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { readSettings } from '@open-banking/http';
import { Limits } from '@open-banking/limits';
import { SETTINGS, type ServiceSettings } from '@open-banking/service';
import { ConsentApprovals } from '../consents/consent-approvals.service.js';
import { ConsentsModule } from '../consents/consents.module.js';
import { ClientDirectory } from '../directory/clients.service.js';
import { CustomerDirectory } from '../directory/customers.service.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { PaymentApprovals } from '../payments/payment-approvals.service.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { MetadataController } from './metadata.controller.js';

const issuing = {
  provide: Issuing,
  inject: [
    Database,
    BankClock,
    Audit,
    SigningKeys,
    Limits,
    ClientCertificates,
    ClientDirectory,
    CustomerDirectory,
    SETTINGS,
    ConsentApprovals,
    PaymentApprovals,
  ],
  useFactory: (
    database: Database,
    clock: BankClock,
    audit: Audit,
    keys: SigningKeys,
    limits: Limits,
    certificates: ClientCertificates,
    clients: ClientDirectory,
    customers: CustomerDirectory,
    service: ServiceSettings,
    consents: ConsentApprovals,
    payments: PaymentApprovals,
  ) =>
    new Issuing(
      { database, clock, audit, keys, limits, certificates, clients, customers, settings: { ...service, ...readSettings(issuerSettings) } },
      [
        { id: 'consents', approvals: consents },
        { id: 'payments', approvals: payments },
      ],
    ),
};

/** The issuers of consents and payments, and what they tell of their tokens. */
@Module({
  imports: [CommandsModule, NotificationsModule, DirectoryModule, ConsentsModule, PaymentsModule],
  controllers: [MetadataController],
  providers: [issuing, IntrospectionInternal],
})
export class IssuersModule {}
