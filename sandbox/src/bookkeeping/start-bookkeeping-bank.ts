import { join } from 'node:path';
import { startBank, type Bank, type BankOptions } from '../bank/bank.js';
import { startWithRestarts } from '../bank/restarts.js';
import { ReferenceBookkeeping, type ReferenceBookkeepingOptions } from './reference-bookkeeping.js';

export interface BookkeepingBankOptions extends BankOptions {
  readonly bookkeeping?: Omit<ReferenceBookkeepingOptions, 'folder'>;
}

export interface BookkeepingBank extends Bank {
  readonly reference: ReferenceBookkeeping;
}

/** A bank whose core keeps the books, and that core with its connector: they are started again when they die, and stopped with the bank. */
export async function startBookkeepingBank({ bookkeeping = {}, ...options }: BookkeepingBankOptions): Promise<BookkeepingBank> {
  const { log = () => undefined } = options;
  const cleanups: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of cleanups.splice(0).reverse()) await end();
  };
  try {
    const reference = await ReferenceBookkeeping.prepare({ ...bookkeeping, folder: join(options.dataDir, 'bookkeeping') });
    const database = await reference.startDatabase();
    cleanups.push(() => database.stop());
    const bank = await startBank({ ...options, settings: { ...options.settings, ...reference.settings } });
    cleanups.push(() => bank.stop());
    for (const start of [() => reference.startSystem(bank), () => reference.startConnector(bank)]) {
      const running = await startWithRestarts<string>(start, start, log);
      cleanups.push(() => running.stop());
    }
    return { ...bank, reference, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
