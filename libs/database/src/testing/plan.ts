import type { Queries } from '../database.js';
import type { Statement } from '../statement.js';
import type { Pool } from 'pg';

/** The plan PostgreSQL makes of a statement for unknown arguments, as text. Also proves that it fits the schema. */
export async function planOf(pool: Pool, { text }: Pick<Statement<unknown, never>, 'text'>): Promise<string> {
  const client = await pool.connect();
  try {
    // With this setting the planner takes an index if there is one: a remaining Seq Scan has none.
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
}
export type { Queries };
