import type { InjectionToken, Provider } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { AuditInternal } from '../audit/audit.internal.js';
import { JobsInternal } from '../jobs/jobs.internal.js';
import { takesClientsOnLoopback, type FetchPolicy } from '@open-banking/http';
import { JobsService } from '../jobs/jobs.service.js';
import { AuditService } from '../audit/audit.service.js';
import { CustomerAlerts } from '../customer-alerts/customer-alerts.service.js';
import { Deliveries } from './deliveries.js';
import { DeveloperNotificationsInternal } from './developer-notifications.internal.js';
import { DeveloperNotificationsService } from './developer-notifications.service.js';
import { NotificationsService, type ClientsKnown } from './notifications.service.js';
import { UndeliveredInternal } from './undelivered.internal.js';
import { SigningKeysInternal } from './signing-keys.internal.js';
import { SigningKeys } from './signing-keys.js';
import { tryOutReceiver } from './try-out-receiver.js';

interface Settings {
  readonly baseUrl: string;
  readonly sandbox: boolean;
  readonly probeGatewayUrl?: string;
}

/**
 * The providers of a service that tells clients of changes, with the operators' view of its work. `clients` and `settings` are injection
 * tokens: of the clients, and of the settings. Its module imports CommandsModule, JobsModule and one that provides CustomerAlerts.
 */
export const notifying = (clients: InjectionToken<ClientsKnown>, settings: InjectionToken<Settings>): Provider[] => [
  { provide: SigningKeys, inject: [Database], useFactory: (database: Database) => new SigningKeys(database) },
  SigningKeysInternal,
  AuditInternal,
  JobsInternal,
  UndeliveredInternal,
  {
    provide: NotificationsService,
    inject: [JobsService, clients, CustomerAlerts],
    useFactory: (jobs: JobsService, known: ClientsKnown, alerts: CustomerAlerts) => new NotificationsService(jobs, known, alerts),
  },
  {
    provide: Deliveries,
    inject: [Database, SigningKeys, clients, settings],
    useFactory: (database: Database, keys: SigningKeys, known: ClientsKnown, settings: Settings) =>
      new Deliveries({ database, keys, clients: known, baseUrl: settings.baseUrl, guard: fetchPolicy(settings) }),
  },
  {
    provide: DeveloperNotificationsService,
    inject: [Database, NotificationsService, AuditService, clients],
    useFactory: (database: Database, notifications: NotificationsService, audit: AuditService, known: ClientsKnown) =>
      new DeveloperNotificationsService(database, notifications, audit, known),
  },
  DeveloperNotificationsInternal,
];

const fetchPolicy = ({ sandbox, baseUrl, probeGatewayUrl = baseUrl }: Settings): FetchPolicy => ({
  loopback: takesClientsOnLoopback({ sandbox, baseUrl }),
  ...(sandbox && { own: tryOutReceiver(baseUrl, probeGatewayUrl) }),
});
