// The second PostgreSQL server: it follows the first, and copies it again where it cannot.
import assert from 'node:assert/strict';
import { compose, containersOf, docker, rows, within } from './stack.mjs';

const isTrue = async (sql) => assert.equal(await rows('postgres', sql), 't', sql);
const streaming = () => isTrue("select coalesce(bool_or(state = 'streaming'), false) from pg_stat_replication");

/** The standby has within a moment what the primary has now. */
export async function followed() {
  await within(60_000, streaming);
  const position = await rows('postgres', 'select pg_current_wal_flush_lsn()');
  await within(30_000, () => isTrue(`select coalesce(bool_or(replay_lsn >= '${position}'), false) from pg_stat_replication`));
}

/** It knows the password of the role that copies, and nothing else. */
export async function ownSecrets() {
  assert.equal(await compose('exec', '-T', 'standby', 'ls', '/run/secrets'), 'replication.password');
}

/** Without its slot the primary keeps nothing for it, as after an absence that was too long. It makes itself anew and streams. */
export async function rebuilt() {
  const [id] = await containersOf('standby');
  const startedAt = () => docker('inspect', '-f', '{{.State.StartedAt}}', id);
  await docker('stop', id);
  await rows('postgres', "select pg_drop_replication_slot('standby')");
  await docker('start', id);
  const before = await startedAt();
  await within(180_000, async () => assert.notEqual(await startedAt(), before));
  await within(180_000, streaming);
  await followed();
}
