import { setTimeout as pause } from 'node:timers/promises';
import type { Bank } from '@open-banking/sandbox';
import pg from 'pg';

const tables = { 'ais-pis': 'entry_text', cards: 'card_transaction_text' } as const;

/** Waits until the texts of all loaded transactions are written, as they are in a bank that has run for a while. */
export async function writtenTexts({ databases }: Bank): Promise<void> {
  for (const [service, table] of Object.entries(tables) as [keyof typeof tables, string][]) {
    const client = new pg.Client({ connectionString: databases[service] });
    await client.connect();
    const wait = `select from ${table}_format where format = 0 or walked_to is not null or exists (select from ${table}_due)`;
    while ((await client.query(wait)).rowCount !== 0) await pause(200);
    await client.end();
  }
}
