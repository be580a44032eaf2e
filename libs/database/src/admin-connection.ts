import type pg from 'pg';
import { DatabaseClient, serversOf, withoutTimeLimits } from './database-client.js';

/** One connection without time limits, closed whatever happens. */
export async function asAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ ...serversOf(url), ...withoutTimeLimits, connectionTimeoutMillis: 5_000 });
  // The next query reports a server that was lost between two; without a listener the loss would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
