import { BankOfTheRun, variable } from './bank-of-the-run.js';

declare global { var bankOfTheRun: BankOfTheRun | undefined }

export default async function setUp(): Promise<void> {
  const bank = new BankOfTheRun();
  globalThis.bankOfTheRun = bank;
  process.env[variable] = await bank.open();
}
