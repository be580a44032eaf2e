import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Service } from '@open-banking/spec';
import { announced, freePorts, originOf } from '../bank/addresses.js';
import { openDataFolder } from '../bank/data-folder.js';
import { startService } from '../bank/service-process.js';
import type { RunningBank } from './running-bank.js';

/** A second process of a service over the same database, beside the bank's own: what must hold for several holds for two. */
export async function anotherProcess(bank: RunningBank, service: Service): Promise<{ readonly baseUrl: string; stop(): Promise<void> }> {
  const folder = openDataFolder(dirname(bank.facts.caFolder));
  const logs = join(folder.logs, 'another');
  mkdirSync(logs, { recursive: true });
  const beside = announced(folder)!;
  const [port, internalPort] = await freePorts([undefined, undefined]);
  const process = await startService(service, { ...beside, services: { ...beside.services, [service]: { port: port!, internalPort: internalPort! } } }, { ...folder, logs }, { LOG_LEVEL: 'info' });
  return { baseUrl: originOf(port!), stop: () => process.stop() };
}
