import type pg from 'pg';
import { DatabaseClient, serversOf, withoutTimeLimits } from '@open-banking/database';
import { counted, result, type CheckResult, type Proof } from '@open-banking/feed';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import { amountWarnings, type AmountWarning } from './amount-warnings.js';
import { agreementChecks, type RunQuery } from './service-agreement.js';
import { cashChecks } from './cash.js';
import { collectionChecks } from './collection-agreement.js';
import { serviceTables } from '../service-tables.js';

export interface LedgerReport {
  readonly ok: boolean;
  readonly checks: readonly CheckResult[];
  /** What earlier releases took and this one refuses. It does not make the check fail. */
  readonly warnings: readonly AmountWarning[];
}

const proofs: readonly Proof[] = loadedServices.flatMap((service) => {
  const { loadedProofs, writtenProofs = [] } = serviceTables[service];
  return [...loadedProofs, ...writtenProofs];
});

/** Verifies that the books balance, in each database and between databases. Read-only, on one snapshot per database. */
export async function ledgerCheck(urls: Readonly<Record<LoadedService, string> & { mandates?: string }>): Promise<LedgerReport> {
  const clients = new Map<LoadedService, pg.Client>();
  try {
    for (const service of loadedServices) clients.set(service, await connected(urls[service]));
    const runQuery: RunQuery = async (service, query, values) => (await clients.get(service)!.query(query, values)).rows;
    const checks: CheckResult[] = [];
    for (const { name, service, query } of proofs) {
      const [row] = (await clients.get(service)!.query<{ checked: number; broken: number; firstBroken: string | null }>(counted(query)))
        .rows;
      checks.push(result(name, service, row!.checked, row!.broken, row!.firstBroken));
    }
    checks.push(...(await agreementChecks(runQuery)), ...(await cashChecks(runQuery)));
    if (urls.mandates !== undefined) checks.push(...(await collectionChecks(urls.mandates, urls['ais-pis'])));
    return { ok: checks.every(({ ok }) => ok), checks, warnings: await amountWarnings(runQuery) };
  } finally {
    await Promise.all([...clients.values()].map((client) => client.end()));
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new DatabaseClient({ ...serversOf(url), ...withoutTimeLimits, connectionTimeoutMillis: 5_000 });
  // If the connection is lost between two queries, the next query reports it. Without this listener the error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin transaction isolation level repeatable read read only');
  return client;
}
