import type { Queries } from './database.js';
import type { Statement } from './statement.js';

/** Rows of one statement. What a flood has left behind, deleted at once, would take longer than a statement may, and would fail at every run. */
export const purgeBatch = 1_000;

/** A row that was deleted. */
export interface Purged {
  readonly purged: true;
}

/** SQL: deletes the oldest rows of a table that meet a condition, a batch of them. Rows that another replica is deleting are left to it. */
export const purging = (table: string, age: string, condition: string, returned = 'true as purged'): string => /* sql */ `
  delete from ${table} where ctid = any (array(
    select ctid from ${table} where ${condition} order by ${age} limit ${purgeBatch} for update skip locked
  ))
  returning ${returned}
`;

/** Repeats a statement that returns a row for each that it has deleted, at most `purgeBatch`, until nothing is left. Returns how many. */
export async function purgeAll<Args extends readonly unknown[]>(
  database: Queries,
  batch: Statement<object, Args>,
  ...args: Args
): Promise<number> {
  for (let purged = 0; ;) {
    const { length } = await database.rows(batch, ...args);
    purged += length;
    if (length < purgeBatch) return purged;
  }
}
