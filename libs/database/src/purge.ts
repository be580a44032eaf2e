import type { Queries } from './database.js';
import type { Statement } from './statement.js';

/** Of one statement. What a flood has left behind, deleted at once, would take longer than a statement may, and would fail at every run. */
const mostDeleted = 1_000;

/** A row that was deleted. */
export interface Purged {
  readonly purged: true;
}

/** SQL: deletes the oldest rows of a table that meet a condition, a batch of them. Rows that another replica is deleting are left to it. */
export const purging = (table: string, age: string, condition: string, returned = 'true as purged'): string => /* sql */ `
  delete from ${table} where ctid = any (array(
    select ctid from ${table} where ${condition} order by ${age} limit ${mostDeleted} for update skip locked
  ))
  returning ${returned}
`;

/** Repeats a statement made by `purging` until nothing is left. */
export async function purgeAll<Args extends readonly unknown[]>(
  database: Queries,
  batch: Statement<Purged, Args>,
  ...args: Args
): Promise<void> {
  while ((await database.rows(batch, ...args)).length === mostDeleted);
}
