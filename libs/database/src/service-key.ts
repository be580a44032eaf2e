import { randomBytes } from 'node:crypto';
import type { Queries } from './database.js';
import { statement } from './statement.js';

const put = statement<never, [name: string, key: Buffer]>(
  'service-key.put',
  'insert into service_key (name, key) values ($1, $2) on conflict (name) do nothing',
);
const find = statement<{ key: Buffer }, [name: string]>('service-key.find', 'select key from service_key where name = $1');

/** A random key of 32 bytes that all replicas of a service share, made the first time it is asked for. */
export async function serviceKey(database: Queries, name: string): Promise<Buffer> {
  await database.rows(put, name, randomBytes(32));
  return (await database.row(find, name))!.key;
}
