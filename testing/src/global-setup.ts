import { BankOfTheRun, variable } from './bank-of-the-run.js';
import { cleanEnvironment } from './environment.js';

declare global {
  var bankOfTheRun: BankOfTheRun | undefined;
}

export default async function setUp(): Promise<void> {
  cleanEnvironment();
  // What tests start has no gateway that would have to notice its end.
  process.env['DRAIN_MS'] = '0';
  const bank = new BankOfTheRun();
  globalThis.bankOfTheRun = bank;
  // Everything the run starts inherits this: it is known by it where the run is interrupted.
  process.env[variable] = await bank.open();
}
