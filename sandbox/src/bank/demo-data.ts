import { existsSync, mkdirSync } from 'node:fs';
import { asAdmin, BankClock } from '@open-banking/database';
import { loadedServices } from '@open-banking/spec';
import { customersFile } from '@open-banking/installation/customers-file';
import type { Databases } from '@open-banking/installation/databases';
import { makeApart } from './demo-process.js';

export interface DemoBank {
  readonly customers: number;
  readonly seed: string;
  /** The day at which the history ends, `YYYY-MM-DD`. Default: the bank's current date. */
  readonly until?: string;
  /** The cost of the customers' password hash (scrypt's N). Tests, which sign in some thousand times, take a low one. */
  readonly passwordCost?: number | undefined;
}

export interface DemoBankOptions {
  /** The folder of `customers.json`: who can sign in, and their products. */
  readonly folder: string;
  readonly timeZone: string;
  readonly onProgress?: (what: string) => void;
}

interface LoadPlan {
  readonly customers: number;
  readonly seed: string;
  readonly until: string;
  readonly loaded: boolean;
}

/**
 * Loads the demo bank once. The parameters are stored first, and the rows of each service are one transaction, so a
 * run killed half-way is completed by the next with identical data. A database with customers of its own is not changed.
 */
export async function loadDemoBank(databases: Databases, wanted: DemoBank, options: DemoBankOptions): Promise<void> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const owner = databases['ais-pis'].ownerUrl;
  const plan = await planOf(owner, wanted, wanted.until ?? new BankClock(options.timeZone).today());
  if (!plan || (plan.loaded && existsSync(customersFile(options.folder)))) return;
  options.onProgress?.('generating and loading the demo bank');
  const empty = await Promise.all(
    loadedServices.map(async (service) => ((await hasHolders(databases[service].ownerUrl)) ? [] : [service])),
  );
  const ownerUrls = Object.fromEntries(empty.flat().map((service) => [service, databases[service].ownerUrl]));
  await makeApart({ ownerUrls, size: { ...plan, passwordCost: wanted.passwordCost }, customersFile: customersFile(options.folder) });
  await asAdmin(owner, (client) => client.query('update demo_bank set loaded_at = coalesce(loaded_at, now())'));
}

/** The demo bank of this database: the one already begun, or the requested one. Undefined if the database has customers of its own. */
function planOf(ownerUrl: string, { customers, seed }: DemoBank, until: string): Promise<LoadPlan | undefined> {
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
    const { rows } = await client.query<LoadPlan>(
      'select customers, seed, until::text as until, loaded_at is not null as loaded from demo_bank',
    );
    return rows[0];
  });
}

const hasHolders = (ownerUrl: string): Promise<boolean> =>
  asAdmin(ownerUrl, async (client) => (await client.query('select from holder limit 1')).rowCount === 1);
