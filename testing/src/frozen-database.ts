import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAdmin } from '@open-banking/database';
import { freeze } from '@open-banking/sandbox/chaos';

/**
 * Stops every process of the PostgreSQL server of this URL, as a hanging disk or machine does: its connections stay open and
 * nothing answers. Returns how to let it go on.
 */
export async function freezeDatabase(adminUrl: string): Promise<() => void> {
  const {
    rows: [server],
  } = await asAdmin(adminUrl, (admin) => admin.query<{ folder: string }>("select current_setting('data_directory') as folder"));
  return freeze(Number(readFileSync(join(server!.folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]));
}
