import { join } from 'node:path';
import { compare } from '@open-banking/verification/load';
import { asAdmin } from '@open-banking/database';
import type { Service } from '@open-banking/spec';
import { booksFaults } from './books-schema.js';
import { writeSnapshot } from './snapshot.js';
import type { ReferenceCoreBankingSystem } from './reference-system.js';

/** A bank, and the core that keeps its books, if one does. */
interface ComparedBank {
  readonly reference: ReferenceCoreBankingSystem | undefined;
  readonly ownerUrls: Readonly<Record<Service, string>>;
}

const entriesThere = /* sql */ `
  select e.account_id || ' ' || e.transaction_id || ' ' || trim_scale(e.amount) as entry
  from bookkeeping.entry e join bookkeeping.account a using (account_id) where a.iban is not null and e.transaction_id <> 'opening'`;
const entriesHere = /* sql */ `
  select e.account_id || ' ' || e.transaction_id || ' ' || trim_scale(e.amount) as entry
  from entry e join posting p using (posting_id) where p.kind = 'CORE'`;
const pendingThere =
  "select instruction_id::text as entry from bookkeeping.instruction where state = 'pending' or return_after is not null";
const unansweredHere = 'select instruction_id::text as entry from instruction_delivery';

/** The entries that the core fed to the bank. */
export const entriesOf = ({ ownerUrls }: Pick<ComparedBank, 'ownerUrls'>): Promise<string[]> => listed(ownerUrls['ais-pis'], entriesHere);

const listed = async (url: string, query: string): Promise<string[]> =>
  asAdmin(url, async (client) => (await client.query<{ entry: string }>(query)).rows.map(({ entry }) => entry));

/** The differences between the books of the core and those of the bank, entry for entry; and instructions without an answer. */
export async function differencesOfBooks({ reference, ownerUrls }: ComparedBank): Promise<string[]> {
  if (!reference) return [];
  const [there, here] = await Promise.all([listed(reference.databaseUrl, entriesThere), listed(ownerUrls['ais-pis'], entriesHere)]);
  const [pending, unanswered] = await Promise.all([
    listed(reference.databaseUrl, pendingThere),
    listed(ownerUrls['ais-pis'], unansweredHere),
  ]);
  const [known, booked] = [new Set(here), new Set(there)];
  return [
    ...there.filter((entry) => !known.has(entry)).map((entry) => `only the core has ${entry}`),
    ...here.filter((entry) => !booked.has(entry)).map((entry) => `only the bank has ${entry}`),
    ...(there.length === here.length ? [] : [`${there.length} entries in the core and ${here.length} in the bank`]),
    ...pending.map((id) => `the core has not decided ${id}`),
    ...unanswered.map((id) => `the core has not answered ${id}`),
  ];
}

/** The first fault of the core's books, or the first difference that reconciliation finds. */
export async function faultOfBooks({ reference, ownerUrls }: ComparedBank, folder: string): Promise<string | undefined> {
  if (!reference) return undefined;
  const [fault] = await asAdmin(reference.databaseUrl, async (client) => (await client.query<{ what: string }>(booksFaults)).rows);
  if (fault) return fault.what;
  const file = join(folder, 'snapshot.ndjson');
  await writeSnapshot(reference.databaseUrl, file);
  const differences: string[] = [];
  await compare('ais-pis', file, ownerUrls['ais-pis'], (difference) => {
    differences.push(JSON.stringify(difference));
  });
  return differences[0];
}
