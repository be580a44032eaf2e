import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { asAdmin, BankClock } from '@open-banking/database';
import { loadedServices } from '@open-banking/spec';
import { generate } from '../demo-bank/index.js';
import { load } from '@open-banking/books/load';
import type { Databases } from './databases.js';

export interface DemoBank {
  readonly customers: number;
  readonly seed: string;
  /** The day the history leads up to, `YYYY-MM-DD`; default the bank's today. */
  readonly until?: string;
}

export interface Loading {
  /** Where `customers.json` is kept: who may sign in, and what each has. */
  readonly folder: string;
  readonly timeZone: string;
  readonly onProgress?: (what: string) => void;
}

interface Plan {
  readonly customers: number;
  readonly seed: string;
  readonly until: string;
  readonly loaded: boolean;
}

export const customersFile = (folder: string): string => join(folder, 'customers.json');

/**
 * Loads the demo bank once. What is to be loaded is written down first, and each service's file is loaded in one
 * transaction: a run killed half-way is finished by the next, with the same bytes. A database that has customers of
 * its own is left alone.
 */
export async function loadDemoBank(databases: Databases, wanted: DemoBank, loading: Loading): Promise<void> {
  const owner = databases['ais-pis'].ownerUrl;
  const plan = await planOf(owner, wanted, wanted.until ?? new BankClock(loading.timeZone).today());
  if (!plan || (plan.loaded && existsSync(customersFile(loading.folder)))) return;
  const out = join(loading.folder, 'files');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  loading.onProgress?.('making the demo bank');
  const made = await generate({ customers: plan.customers, seed: plan.seed, until: plan.until, out });
  for (const service of loadedServices) {
    if (await hasHolders(databases[service].ownerUrl)) continue;
    loading.onProgress?.(`loading ${service}`);
    await load(service, made.files[service], databases[service].ownerUrl, { generated: true });
  }
  renameSync(made.customersFile, customersFile(loading.folder));
  rmSync(out, { recursive: true, force: true });
  await asAdmin(owner, (client) => client.query('update demo_bank set loaded_at = coalesce(loaded_at, now())'));
}

/** The demo bank of this database: what was begun here, or else what is wanted. Undefined where somebody's own customers are. */
function planOf(ownerUrl: string, { customers, seed }: DemoBank, until: string): Promise<Plan | undefined> {
  return asAdmin(ownerUrl, async (client) => {
    if (await hasHolders(ownerUrl)) {
      const { rowCount } = await client.query('select from demo_bank');
      if (!rowCount) return undefined;
    }
    await client.query('insert into demo_bank (customers, seed, until) values ($1, $2, $3) on conflict do nothing', [
      customers,
      seed,
      until,
    ]);
    const { rows } = await client.query<Plan>(
      'select customers, seed, until::text as until, loaded_at is not null as loaded from demo_bank',
    );
    return rows[0];
  });
}

const hasHolders = (ownerUrl: string): Promise<boolean> =>
  asAdmin(ownerUrl, async (client) => (await client.query('select from holder limit 1')).rowCount === 1);
