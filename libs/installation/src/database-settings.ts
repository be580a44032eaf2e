import {
  IsPostgresUrl,
  readSettings,
  serviceSetting,
  Setting,
  settingsPerService,
  valuesPerService,
  variableOf,
} from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';
import { services, type Service } from '@open-banking/spec';
import type { Databases } from './databases.js';

/** One database URL a service, instead of one server for all. */
export const ServiceDatabaseUrls = settingsPerService<string, 'DatabaseUrl'>('DatabaseUrl', () => [
  Setting('The database of that service alone, as its service role.'),
  IsOptional(),
  IsPostgresUrl(),
]);
/** The same databases, each as its owner. */
export const OwnerDatabaseUrls = settingsPerService<string, 'OwnerDatabaseUrl'>('OwnerDatabaseUrl', () => [
  Setting('The same database as its owner, who migrates it.'),
  IsOptional(),
  IsPostgresUrl(),
]);

type Urls = Record<Service, string>;

/**
 * The databases where roles are given from outside: `CARDS_DATABASE_URL` and so on, one URL a service, and
 * `CARDS_OWNER_DATABASE_URL` for the owners; without these the one role owns and serves. All of a kind or none.
 */
export function databaseUrls(environment: NodeJS.ProcessEnv = process.env): Databases | undefined {
  const served = allOrNone(
    'DatabaseUrl',
    valuesPerService<string, 'DatabaseUrl'>(readSettings(ServiceDatabaseUrls, environment), 'DatabaseUrl'),
  );
  const owned = allOrNone(
    'OwnerDatabaseUrl',
    valuesPerService<string, 'OwnerDatabaseUrl'>(readSettings(OwnerDatabaseUrls, environment), 'OwnerDatabaseUrl'),
  );
  if (!served) {
    if (owned) throw new Error('Owners alone do not serve: set <SERVICE>_DATABASE_URL beside <SERVICE>_OWNER_DATABASE_URL.');
    return undefined;
  }
  return Object.fromEntries(
    services.map((service) => [service, { serviceUrl: served[service], ownerUrl: (owned ?? served)[service] }]),
  ) as unknown as Databases;
}

function allOrNone(suffix: 'DatabaseUrl' | 'OwnerDatabaseUrl', urls: Partial<Urls>): Urls | undefined {
  const missing = services.filter((service) => urls[service] === undefined).map((service) => variableOf(serviceSetting(service, suffix)));
  if (missing.length === services.length) return undefined;
  if (missing.length > 0)
    throw new Error(
      `Either every service has its own database URL or none has: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set.`,
    );
  return urls as Urls;
}
