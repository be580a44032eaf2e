import { Module } from '@nestjs/common';
import { IntrospectionInternal, Issuing, issuerSettings } from '@open-banking/authorization';
import { BankClock, Database } from '@open-banking/database';
import { readSettings } from '@open-banking/http';
import { Limits } from '@open-banking/limits';
import { SETTINGS, type ServiceSettings } from '@open-banking/service';
import { MetadataController } from './metadata.controller.js';
import { RemoteClients, RemoteCustomers } from './remote-directory.service.js';

const issuing = {
  provide: Issuing,
  inject: [Database, BankClock, Limits, RemoteClients, RemoteCustomers, SETTINGS],
  useFactory: (database: Database, clock: BankClock, limits: Limits, clients: RemoteClients, customers: RemoteCustomers, service: ServiceSettings) =>
    // Mandates cannot be approved yet, nor their cancellation: an authorization is answered `invalid_scope`.
    new Issuing({ database, clock, limits, clients, customers, settings: { ...service, ...readSettings(issuerSettings) } }, [{ id: 'mandates' }, { id: 'cancellation' }]),
};

/** The issuers of mandates and of their cancellation, and what they tell of their tokens. */
@Module({ controllers: [MetadataController], providers: [issuing, RemoteClients, RemoteCustomers, IntrospectionInternal] })
export class IssuersModule {}
