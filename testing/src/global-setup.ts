import { serversVariable } from '@open-banking/postgres-server/testing';
import { BankOfTheRun, variable } from './bank-of-the-run.js';
import { cleanEnvironment } from './environment.js';

declare global {
  var bankOfTheRun: BankOfTheRun | undefined;
}

export default async function setUp(): Promise<void> {
  cleanEnvironment();
  // Services started by tests have no gateway that needs time to notice their end.
  process.env['DRAIN_MS'] = '0';
  const bank = new BankOfTheRun();
  globalThis.bankOfTheRun = bank;
  // Inherited by everything the run starts, which identifies its processes if the run is interrupted.
  process.env[variable] = await bank.open();
  if (bank.serversInMemory) process.env[serversVariable] = bank.serversInMemory;
  process.env[process.platform === 'win32' ? 'TEMP' : 'TMPDIR'] = bank.temporary;
}
