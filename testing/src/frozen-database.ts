import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freeze } from '@open-banking/sandbox/process-signals';

/**
 * Stops every process of the PostgreSQL server of this URL, as a hanging disk or machine does: its connections stay open and
 * nothing answers. Returns how to let it go on.
 */
export async function freezeDatabase(adminUrl: string): Promise<() => void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const {
    rows: [server],
  } = await admin.query<{ folder: string }>("select current_setting('data_directory') as folder");
  await admin.end();
  return freeze(Number(readFileSync(join(server!.folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]));
}
