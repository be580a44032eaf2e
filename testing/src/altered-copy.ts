import { randomBytes } from 'node:crypto';
import { asAdmin } from '@open-banking/database';

/**
 * A copy of a database on the same server in which a statement has altered one row, and the id that the statement returns last. The
 * database must have no connections. The copy stays until the server goes, as `clonedDatabase` says.
 */
export async function alteredCopy(adminUrl: string, databaseUrl: string, alter: string): Promise<{ url: string; id: string }> {
  const copy = `altered_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${copy} template ${new URL(databaseUrl).pathname.slice(1)}`));
  const url = Object.assign(new URL(adminUrl), { pathname: `/${copy}` }).href;
  const id = await asAdmin(url, async (client) => {
    // Entries cannot be altered otherwise; the owner of the server can.
    await client.query('set session_replication_role = replica');
    return [await client.query<{ id: string }>(alter)].flat().at(-1)!.rows[0]!.id;
  });
  return { url, id };
}
