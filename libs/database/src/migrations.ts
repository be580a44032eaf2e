import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';

// TypeORM orders migrations by 13 digits at the end of their names; ours are ordered by folder, then number.
const epoch = 1_700_000_000_000;

/**
 * The migrations of these folders in order: first all of the first folder. `NNNN-intent/up.sql`, as SQL. A folder that
 * does not exist keeps its place: names contain it, and what was run is known by its name.
 */
function migrationsIn(folders: readonly string[]): (new () => MigrationInterface)[] {
  const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort().filter((name) => /^\d{4}-/.test(name)) : []);
  return folders.flatMap((folder, place) => namesIn(folder).map((name) => {
    const text = readFileSync(join(folder, name, 'up.sql'), 'utf8');
    const number = Number(name.slice(0, 4));
    return class implements MigrationInterface {
      readonly name = `${name}-${epoch + place * 10_000 + number}`;
      async up(runner: QueryRunner): Promise<void> { await runner.query(text); }
      async down(): Promise<void> { throw new Error('migrations go forward only; restore a backup instead'); }
    };
  }));
}

/** Brings a database to the newest schema, as its owner. Returns the names of what was run; none when it was current. */
export async function migrate(ownerUrl: string, folders: readonly string[]): Promise<string[]> {
  const source = new DataSource({ type: 'postgres', url: ownerUrl, migrations: migrationsIn(folders), migrationsTableName: 'migration' });
  await source.initialize();
  try {
    // Two replicas may start at once: the second waits here and finds nothing left to do.
    await source.query('select pg_advisory_lock(hashtext($1))', ['migrate']);
    return (await source.runMigrations({ transaction: 'each' })).map(({ name }) => name);
  } finally {
    await source.destroy();
  }
}
