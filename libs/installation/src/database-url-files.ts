import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { services, type Service } from '@open-banking/spec';
import { replaceText } from './data-folder.js';

/** The DATABASE_URL_FILE of a service in a folder of them. */
export const databaseUrlFile = (folder: string, service: Service): string => join(folder, `${service}.url`);

/** Writes `<service>.url` for each service: its database, as its service role. */
export function writeDatabaseUrls(folder: string, databases: Readonly<Record<Service, string>>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const service of services) replaceText(databaseUrlFile(folder, service), databases[service]);
}
