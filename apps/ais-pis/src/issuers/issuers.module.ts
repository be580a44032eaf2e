import { Module } from '@nestjs/common';
import { IntrospectionInternal, Issuing, issuerSettings } from '@open-banking/authorization';
import { BankClock, Database } from '@open-banking/database';
import { readSettings } from '@open-banking/http';
import { Limits } from '@open-banking/limits';
import { SETTINGS, type ServiceSettings } from '@open-banking/service';
import { ConsentApprovals } from '../consents/consent-approvals.service.js';
import { ConsentsModule } from '../consents/consents.module.js';
import { ClientDirectory } from '../directory/clients.service.js';
import { CustomerDirectory } from '../directory/customers.service.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { MetadataController } from './metadata.controller.js';

const issuing = {
  provide: Issuing,
  inject: [Database, BankClock, Limits, ClientDirectory, CustomerDirectory, SETTINGS, ConsentApprovals],
  useFactory: (database: Database, clock: BankClock, limits: Limits, clients: ClientDirectory, customers: CustomerDirectory, service: ServiceSettings, consents: ConsentApprovals) =>
    new Issuing({ database, clock, limits, clients, customers, settings: { ...service, ...readSettings(issuerSettings) } }, [
      { id: 'consents', approvals: consents },
      // Payments cannot be approved yet: an authorization is answered `invalid_scope`.
      { id: 'payments' },
    ]),
};

/** The issuers of consents and payments, and what they tell of their tokens. */
@Module({ imports: [DirectoryModule, ConsentsModule], controllers: [MetadataController], providers: [issuing, IntrospectionInternal] })
export class IssuersModule {}
