import { join } from 'node:path';
import { ReferenceCoreBankingSystem, type ReferenceCoreBankingOptions } from '@open-banking/simulators/core-banking';
import { startBank, type Bank } from './bank.js';
import type { BankOptions } from './bank-options.js';
import { startWithRestarts, type NamedProcess } from './restarts.js';

export interface BankWithCoreBankingOptions extends BankOptions {
  readonly core?: Omit<ReferenceCoreBankingOptions, 'folder'>;
}

export interface BankWithCoreBanking extends Bank {
  readonly reference: ReferenceCoreBankingSystem;
  /** The process of the core; another one after a restart. */
  readonly system: NamedProcess<string>;
}

/** A bank whose core keeps the books, and that core with its connector: they are started again when they die, and stopped with the bank. */
export async function startBankWithCoreBanking({ core = {}, ...options }: BankWithCoreBankingOptions): Promise<BankWithCoreBanking> {
  const { log = () => undefined } = options;
  const cleanups: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of cleanups.splice(0).reverse()) await end();
  };
  try {
    const reference = await ReferenceCoreBankingSystem.prepare({ ...core, folder: join(options.dataDir, 'bookkeeping') });
    const database = await reference.startDatabase();
    cleanups.push(() => database.stop());
    const bank = await startBank({ ...options, settings: { ...options.settings, ...reference.settings } });
    cleanups.push(() => bank.stop());
    const watched = async (start: () => Promise<NamedProcess<string>>): Promise<NamedProcess<string>> => {
      const running = await startWithRestarts(start, start, log);
      cleanups.push(() => running.stop());
      return running;
    };
    const system = await watched(() => reference.startSystem(bank));
    await watched(() => reference.startConnector(bank));
    return { ...bank, reference, system, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
