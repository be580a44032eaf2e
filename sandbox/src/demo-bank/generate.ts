import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Bank, type Customer } from './bank.js';
import { periodUntil } from './calendar.js';
import { Customers, demoPasswordHash } from './customers.js';
import { writeLendingRules } from './lending-rules.js';
import type { LoadedService } from '@open-banking/spec';
import { LoadFiles } from './load-files.js';
import { Market } from './market.js';
import { settle } from './population.js';

export interface GenerateOptions {
  readonly customers: number;
  readonly seed: string | number;
  /** The bank's current date, `YYYY-MM-DD`. The history ends the day before. */
  readonly until: string;
  /** The output folder; created if missing. */
  readonly out: string;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface Generated {
  readonly files: Readonly<Record<LoadedService, string>>;
  /** `customers.json` in the folder: who can sign in, and their products. */
  readonly customersFile: string;
  readonly customers: readonly Customer[];
  /** All entries and transactions of all services, booked and pending. */
  readonly transactions: number;
}

const transactionTypes = /(?:[eE]ntry|[cC]ardTransaction|cardPendingTransaction|securitiesTransaction|arrearsTransaction)$/;

/** Generates a bank. The same seed and day give identical files. */
export async function generate({ customers, seed, until, out, onProgress }: GenerateOptions): Promise<Generated> {
  if (!Number.isInteger(customers) || customers < 1) throw new RangeError('A demo bank needs at least one customer.');
  const period = periodUntil(until);
  const files = new LoadFiles(out);
  const market = new Market(String(seed), period);
  const bank = new Bank(String(seed), period, files, market);
  const people = new Customers(bank, demoPasswordHash(String(seed)));
  try {
    market.write(files);
    writeLendingRules(files);
    let joined = 0;
    for (let household = 0; joined < customers; household += 1) {
      joined += settle(household, customers - joined, bank, people);
      onProgress?.({ done: joined, total: customers });
      await setImmediate();
    }
  } finally {
    files.close();
  }
  const customersFile = join(out, 'customers.json');
  writeFileSync(customersFile, `${JSON.stringify(people.all, null, 2)}\n`, { mode: 0o600 });
  const transactions = [...files.counts].filter(([name]) => transactionTypes.test(name)).reduce((sum, [, count]) => sum + count, 0);
  return { files: files.paths, customersFile, customers: people.all, transactions };
}
