import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { serversVariable } from '@open-banking/postgres-server/testing';
import type { BankOfTheRun } from './bank-of-the-run.js';
import { cleanEnvironment } from './environment.js';

declare global {
  var bankOfTheRun: BankOfTheRun | undefined;
}

/** The cache of compiled code, so that the next run does not compile again what this process and its hosted bank load. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/open-banking/compiled/tests', import.meta.url));

export default async function setUp(): Promise<void> {
  cleanEnvironment();
  // Services started by tests have no gateway that needs time to notice their end.
  process.env['DRAIN_MS'] = '0';
  enableCompileCache(compiled);
  const { BankOfTheRun, variable } = await import('./bank-of-the-run.js');
  const bank = new BankOfTheRun();
  globalThis.bankOfTheRun = bank;
  // Inherited by everything the run starts, which identifies its processes if the run is interrupted.
  process.env[variable] = await bank.open();
  if (bank.serversInMemory) process.env[serversVariable] = bank.serversInMemory;
  process.env[process.platform === 'win32' ? 'TEMP' : 'TMPDIR'] = bank.temporary;
}
