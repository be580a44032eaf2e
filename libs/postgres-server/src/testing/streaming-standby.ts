import { join } from 'node:path';
import { asAdmin } from '@open-banking/database';
import { addSettings, baseBackup, ownedAs } from '../base-backup.js';
import { startEmbedded, type EmbeddedServer } from '../embedded.js';

/** A streaming standby of a running server, which can be promoted. Its name is what `synchronous_standby_names` calls it. */
export async function startStandby(
  primary: { readonly url: string; readonly folder: string },
  folder: string,
  port: number,
  { name = 'standby', flags = [] }: { readonly name?: string; readonly flags?: readonly string[] } = {},
): Promise<EmbeddedServer> {
  await baseBackup(primary.url, primary.folder, folder);
  const { hostname, port: primaryPort, username, password } = new URL(primary.url);
  const data = join(folder, 'postgres');
  addSettings(data, [
    `primary_conninfo = 'host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=${name}'`,
    // Once promoted it waits for no other standby: there is none.
    "synchronous_standby_names = ''",
  ]);
  ownedAs(data, 'standby.signal', '');
  return startEmbedded(folder, port, flags);
}

/** Makes a standby the primary, and waits for it. */
export const promote = (standbyUrl: string): Promise<void> =>
  asAdmin(standbyUrl, async (admin) => {
    await admin.query('select pg_promote(true, 30)');
  });
