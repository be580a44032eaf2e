import type { Pool } from 'pg';
import { asRefusal, isForgottenStatement } from './postgres-error.js';

const probe = { name: 'pooler.probe', text: 'select 1' };

/**
 * Refuses a pooler that does not keep prepared statements: two connections prepare and run one statement in turn, over the connection
 * to the server that was used last. Without this a service would start, or not, by chance. Any other error says nothing about it.
 */
export async function refuseForgetfulPooler(pool: Pool): Promise<void> {
  if (pool.options.max < 2) return;
  const opened = await Promise.allSettled([pool.connect(), pool.connect()]);
  const clients = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    for (const client of [...clients, ...clients]) await client.query(probe);
  } catch (error) {
    if (isForgottenStatement(error)) throw asRefusal(error);
  } finally {
    for (const client of clients) client.release();
  }
}
