import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Customer } from '@open-banking/installation/customers-file';
import type { LoadedService } from '@open-banking/spec';
import { Bank } from './bank.js';
import { periodUntil } from './calendar.js';
import { Customers, demoPasswordHash } from './customers.js';
import { writeLendingRules } from './lending-rules.js';
import { LoadFiles } from './load-files.js';
import { LoadLines, type LineTarget } from './load-lines.js';
import { Market } from './market.js';
import { settle } from './population.js';

export interface BankSize {
  readonly customers: number;
  readonly seed: string | number;
  /** The bank's current date, `YYYY-MM-DD`. The history ends the day before. */
  readonly until: string;
  /** The cost of the customers' password hash (scrypt's N). Default: that of `demoPasswordHash`. */
  readonly passwordCost?: number | undefined;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface GenerateOptions extends BankSize {
  /** The output folder; created if missing. */
  readonly out: string;
}

export interface GeneratedBank {
  readonly customers: readonly Customer[];
  /** All entries and transactions of all services, booked and pending. */
  readonly transactions: number;
}

export interface Generated extends GeneratedBank {
  readonly files: Readonly<Record<LoadedService, string>>;
  /** `customers.json` in the folder: who can sign in, and their products. */
  readonly customersFile: string;
}

const transactionTypes = /(?:[eE]ntry|[cC]ardTransaction|cardPendingTransaction|securitiesTransaction|arrearsTransaction)$/;

/** Generates a bank into a target, household by household. The same seed and day give the same lines in the same order. */
export async function generateInto(
  target: LineTarget,
  { customers, seed, until, passwordCost, onProgress }: BankSize,
): Promise<GeneratedBank> {
  if (!Number.isInteger(customers) || customers < 1) throw new RangeError('A demo bank needs at least one customer.');
  const period = periodUntil(until);
  const lines = new LoadLines(target);
  const market = new Market(String(seed), period);
  const bank = new Bank(String(seed), period, lines, market);
  const people = new Customers(bank, demoPasswordHash(String(seed), passwordCost));
  market.write(lines);
  writeLendingRules(lines);
  let joined = 0;
  for (let household = 0; joined < customers; household += 1) {
    joined += settle(household, customers - joined, bank, people);
    onProgress?.({ done: joined, total: customers });
    await target.ready();
    await setImmediate();
  }
  const transactions = [...lines.counts].filter(([name]) => transactionTypes.test(name)).reduce((sum, [, count]) => sum + count, 0);
  return { customers: people.all, transactions };
}

/** Generates a bank as load files. The same seed and day give identical files. */
export async function generate({ out, ...size }: GenerateOptions): Promise<Generated> {
  const files = new LoadFiles(out);
  let bank: GeneratedBank;
  try {
    bank = await generateInto(files, size);
  } finally {
    files.close();
  }
  const customersFile = join(out, 'customers.json');
  writeCustomers(customersFile, bank.customers);
  return { ...bank, files: files.paths, customersFile };
}

/** Writes `customers.json`, which only this user may read: it has passwords. */
export function writeCustomers(file: string, customers: readonly Customer[]): void {
  writeFileSync(file, `${JSON.stringify(customers, null, 2)}\n`, { mode: 0o600 });
}
