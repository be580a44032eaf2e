import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { from as copyFrom } from 'pg-copy-streams';
import pg from 'pg';
import { accountIdOf, accountCount, entriesOfAccount } from './entry-lines.js';

/** As many connections as the load door has, and as many rows in a statement as it sends. */
const connections = 2;
const rowsOfStatement = 50_000;
const statements = 4;

/**
 * How many entries per second PostgreSQL takes where it does nothing but COPY them into the table, with its keys, index, checks and
 * triggers, and nobody reads a file, checks a field or proves a sum. The rows are the bank's own, some centuries later; they are rolled
 * back.
 */
export async function copyFloor(ownerUrl: string, entries: number): Promise<number> {
  const accounts = Math.min(accountCount(entries) - 1, (connections * statements * rowsOfStatement) / entriesOfAccount);
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: ownerUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    const columns = await entryColumns(clients[0]!);
    const shares = await Promise.all(
      clients.map((client, at) => {
        const numbers = Array.from({ length: accounts }, (_, number) => 1 + number).filter((number) => number % connections === at);
        return copiedRows(client, columns, numbers.map(accountIdOf));
      }),
    );
    const started = performance.now();
    await Promise.all(clients.map((client, at) => copied(client, columns, shares[at]!)));
    const seconds = (performance.now() - started) / 1_000;
    await Promise.all(clients.map((client) => client.query('rollback')));
    return shares.flat().length / seconds;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function entryColumns(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = 'entry'::regclass and attnum > 0 and not attisdropped order by attnum`,
  );
  return rows.map(({ name }) => name);
}

/** Rows as COPY takes them, account by account. */
async function copiedRows(client: pg.Client, columns: readonly string[], accountIds: readonly string[]): Promise<string[]> {
  const later = columns.map((column) =>
    column === 'booking_date' || column === 'value_date' ? `(${column} + 200000)::text` : `${column}::text`,
  );
  const escaped = later.map((value) => String.raw`coalesce(replace(${value}, '\', '\\'), '\N')`).join(` || e'\\t' || `);
  const { rows } = await client.query<{ row: string }>(
    `select ${escaped} as row from entry where account_id = any($1::uuid[]) and starts_with(entry_reference, '0') order by account_id, booking_date, entry_reference`,
    [accountIds],
  );
  return rows.map(({ row }) => row);
}

/** Leaves its transaction open. */
async function copied(client: pg.Client, columns: readonly string[], rows: readonly string[]): Promise<void> {
  await client.query('begin');
  for (let at = 0; at < rows.length; at += rowsOfStatement) {
    const text = `${rows.slice(at, at + rowsOfStatement).join('\n')}\n`;
    await pipeline(Readable.from([Buffer.from(text)]), client.query(copyFrom(`copy entry (${columns.join(', ')}) from stdin`)));
  }
}
