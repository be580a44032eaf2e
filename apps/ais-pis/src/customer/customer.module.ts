import { createHmac } from 'node:crypto';
import { Module } from '@nestjs/common';
import { approvalCodes, issuerSettings, OwnApprovals } from '@open-banking/authorization';
import { Audit, CommandsModule } from '@open-banking/commands';
import { BankClock, Database, serviceKey } from '@open-banking/database';
import { readSettings } from '@open-banking/http';
import { Limits } from '@open-banking/limits';
import { SETTINGS, type ServiceSettings } from '@open-banking/service';
import { ConsentApprovals } from '../consents/consent-approvals.service.js';
import { ConsentsModule } from '../consents/consents.module.js';
import { CustomerResourcesModule } from '../customer-resources/customer-resources.module.js';
import { CustomerDirectory } from '../directory/customers.service.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { CustomerAccess } from './customer-access.service.js';
import { CustomerDoor } from './customer-door.js';
import { CustomerPages } from './customer-pages.service.js';
import { CustomerViews } from './customer-views.service.js';
import { CustomerSessions } from './sessions.service.js';

const keyFor = async (database: Database, use: string): Promise<Buffer> => createHmac('sha256', await serviceKey(database, 'customer pages')).update(use).digest();

const ownApprovals = {
  provide: OwnApprovals,
  inject: [Database, BankClock, Audit, CustomerDirectory, ConsentApprovals, SETTINGS],
  useFactory: async (database: Database, clock: BankClock, audit: Audit, customers: CustomerDirectory, approvals: ConsentApprovals, service: ServiceSettings) => {
    const settings = { ...service, ...readSettings(issuerSettings) };
    return new OwnApprovals({ database, clock, audit, customers, approvals, issuer: 'consents', settings, codes: approvalCodes(settings), codeKey: await keyFor(database, 'approval codes') });
  },
};

const door = {
  provide: CustomerDoor,
  inject: [Database, Limits, CustomerSessions, SETTINGS],
  useFactory: async (database: Database, limits: Limits, sessions: CustomerSessions, { sandbox, baseUrl }: ServiceSettings) => new CustomerDoor({
    limits, sessions, formKey: await keyFor(database, 'forms'), bankName: readSettings(issuerSettings).bankName, sandbox, secure: baseUrl.startsWith('https:'),
  }),
};

const pages = {
  provide: CustomerPages,
  inject: [CustomerDoor, CustomerSessions, CustomerViews],
  useFactory: (door: CustomerDoor, sessions: CustomerSessions, views: CustomerViews) => new CustomerPages(door, sessions, views),
};

/** The customer's own pages. */
@Module({ imports: [CommandsModule, ConsentsModule, CustomerResourcesModule, DirectoryModule], providers: [CustomerSessions, CustomerAccess, CustomerViews, ownApprovals, door, pages] })
export class CustomerModule {}
