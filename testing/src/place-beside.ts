import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '@open-banking/spec';
import { announced, originOf } from '@open-banking/installation/addresses';
import { openDataFolder } from '@open-banking/installation/data-folder';
import { writeDatabaseUrls } from '@open-banking/installation/database-url-files';
import { freePorts } from '@open-banking/installation/ports';

/** With what a further service differs from the bank's own. */
export interface FurtherOptions {
  /** Another database, used by this service alone. */
  readonly databaseUrl?: string;
  /** The base URL that the bank's clients see. */
  readonly seenAt?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Those that the bank sets itself, such as SANDBOX. */
  readonly overrides?: Readonly<Record<string, string>>;
}

/** The addresses of a further service, and its log, a JSON object a line. */
export interface FurtherAddresses {
  readonly baseUrl: string;
  readonly internalUrl: string;
  readonly logFile: string;
}

/** Free ports, a log of its own and the bank as a further service sees it, for a service beside that of the bank in a data folder. */
export async function placeBeside(dataDir: string, service: Service, { databaseUrl, seenAt }: FurtherOptions) {
  const folder = openDataFolder(dataDir);
  const logs = mkdtempSync(join(folder.logs, `another-${service}-`));
  const beside = announced(folder)!;
  const [port, internalPort] = (await freePorts([undefined, undefined])) as [number, number];
  const databases = databaseUrl === undefined ? beside.databases : { ...beside.databases, [service]: databaseUrl };
  const urls = databaseUrl === undefined ? folder.urls : join(logs, 'urls');
  if (databaseUrl !== undefined) writeDatabaseUrls(urls, databases);
  const addresses: FurtherAddresses = {
    baseUrl: originOf(port),
    internalUrl: originOf(internalPort),
    logFile: join(logs, `${service}.log`),
  };
  return {
    bank: {
      ...beside,
      ...(seenAt !== undefined && { baseUrl: seenAt }),
      databases,
      services: { ...beside.services, [service]: { port, internalPort } },
    },
    folder: { ...folder, logs, urls },
    addresses,
  };
}
