import type { InjectionToken, Provider } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { AuditInternal } from '../audit/audit.internal.js';
import { JobsInternal } from '../jobs/jobs.internal.js';
import { JobsService } from '../jobs/jobs.service.js';
import { Deliveries } from './deliveries.js';
import { NotificationsService, type ClientsKnown } from './notifications.service.js';
import { UndeliveredInternal } from './undelivered.internal.js';
import { SigningKeysInternal } from './signing-keys.internal.js';
import { SigningKeys } from './signing-keys.js';

interface Settings {
  readonly baseUrl: string;
  readonly sandbox: boolean;
}

/** The providers of a service that tells clients of changes, with what operators see of its work: who knows its clients, and its settings, by their tokens. Its module imports CommandsModule and JobsModule. */
export const notifying = (clients: InjectionToken<ClientsKnown>, settings: InjectionToken<Settings>): Provider[] => [
  { provide: SigningKeys, inject: [Database], useFactory: (database: Database) => new SigningKeys(database) },
  SigningKeysInternal,
  AuditInternal,
  JobsInternal,
  UndeliveredInternal,
  {
    provide: NotificationsService,
    inject: [JobsService, clients],
    useFactory: (jobs: JobsService, known: ClientsKnown) => new NotificationsService(jobs, known),
  },
  {
    provide: Deliveries,
    inject: [Database, SigningKeys, clients, settings],
    useFactory: (database: Database, keys: SigningKeys, known: ClientsKnown, { baseUrl, sandbox }: Settings) =>
      new Deliveries({ database, keys, clients: known, baseUrl, guard: { loopback: sandbox } }),
  },
];
