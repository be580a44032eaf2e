import type { ClientBase } from 'pg';
import type { Queries } from './database.js';
import { statement } from './statement.js';

const migrationsNotRun = statement<{ name: string }, [names: readonly string[]]>(
  'schema.migrations-not-run',
  /* sql */ `
  select needed.name from unnest($1::text[]) with ordinality as needed (name, position)
  where not exists (select from migration where migration.name = needed.name) order by position
`,
);

/**
 * Which of these migrations a database has not run: while there are any, its schema is older than the code that asks. A database that has run
 * others besides is newer, which code of the previous release is made for.
 */
export const missingMigrations = async (database: Queries, names: readonly string[]): Promise<string[]> =>
  (await database.rows(migrationsNotRun, names)).map(({ name }) => name);

/** Whether a database has run all of these migrations. One without the table of migrations has run none. */
export async function hasRun(client: ClientBase, names: readonly string[]): Promise<boolean> {
  const {
    rows: [found],
  } = await client.query<{ migrated: boolean }>("select to_regclass('migration') is not null as migrated");
  if (!found!.migrated) return names.length === 0;
  return (await client.query(migrationsNotRun.text, [names])).rowCount === 0;
}
