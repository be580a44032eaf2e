import { mkdtempSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Service } from '@open-banking/spec';
import { announced, originOf } from '@open-banking/sandbox/addresses';
import { openDataFolder } from '@open-banking/sandbox/data-folder';
import { writeDatabaseUrls } from '@open-banking/sandbox/database-url-files';
import { freePorts } from '@open-banking/sandbox/ports';
import { startService } from '@open-banking/sandbox/service-process';
import type { RunningBank } from './running-bank.js';

export interface AnotherProcess {
  readonly baseUrl: string;
  readonly internalUrl: string;
  /** The log of this process alone, a JSON object a line. */
  readonly logFile: string;
  stop(): Promise<void>;
  /** Kills it immediately, whatever it is doing. */
  kill(): Promise<void>;
}

function urlsOfItsOwn(folder: string, databases: Readonly<Record<Service, string>>): string {
  writeDatabaseUrls(folder, databases);
  return folder;
}

/**
 * A second process of a service over the same database, beside the bank's own: what must hold for several holds for two.
 * With `databaseUrl` over another database, which is then nobody else's; with `seenAt` as of a bank whose clients see this base URL.
 */
export async function anotherProcess(
  bank: RunningBank,
  service: Service,
  { databaseUrl, seenAt, settings = {} }: { databaseUrl?: string; seenAt?: string; settings?: Readonly<Record<string, string>> } = {},
): Promise<AnotherProcess> {
  bank.mustName(service);
  const folder = openDataFolder(dirname(bank.facts.caFolder));
  const logs = mkdtempSync(join(folder.logs, `another-${service}-`));
  const beside = announced(folder)!;
  const [port, internalPort] = await freePorts([undefined, undefined]);
  const databases = databaseUrl === undefined ? beside.databases : { ...beside.databases, [service]: databaseUrl };
  const running = await startService(
    service,
    {
      ...beside,
      ...(seenAt !== undefined && { baseUrl: seenAt }),
      databases,
      services: { ...beside.services, [service]: { port: port!, internalPort: internalPort! } },
    },
    { ...folder, logs, ...(databaseUrl !== undefined && { urls: urlsOfItsOwn(join(logs, 'urls'), databases) }) },
    { LOG_LEVEL: 'info', ...settings },
  );
  return {
    baseUrl: originOf(port!),
    internalUrl: originOf(internalPort!),
    logFile: join(logs, `${service}.log`),
    stop: () => running.stop(),
    kill: async () => {
      process.kill(running.pid, 'SIGKILL');
      await running.ended;
    },
  };
}
