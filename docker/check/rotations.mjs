// Keys, passwords and the sandbox's authority are replaced while requests come in, by the commands of docs/rotation.md.
import assert from 'node:assert/strict';
import { noneFailed, under } from './fleet.mjs';
import { compose, rows } from './stack.mjs';

const rotate = (...args) => compose('run', '--rm', '-T', '--no-deps', 'prepare', 'node', 'cli/bin/openbank.mjs', 'rotate', ...args);
const serviceKeys = ['service-keys', '--keys-dir', '/secrets/prepared/keys', '--service-keys', '/secrets/{service}/keys'];
const authority = ['sandbox-ca', '--ca-dir', '/secrets/operator/ca', '--trust-dir', '/secrets/trust', '--gateway-dir', '/secrets/gateway'];
const reload = () => compose('kill', '-s', 'USR2', 'gateway');

async function passwords() {
  const [operator] = (await compose('run', '--rm', '-T', '--no-deps', 'prepare', 'sh', '-c', 'ls /secrets/operator/*.json'))
    .split('\n')
    .filter((file) => /\/\d+\.json$/.test(file));
  await rotate(
    ...['database-passwords', '--urls-dir', '/secrets/prepared/urls'],
    ...['--service-urls', '/secrets/{service}/database.url', '/secrets/{service}/database-read.url'],
    ...['--administrator-url', 'postgres://postgres@postgres:5432/postgres', '--administrator-file', '/secrets/postgres/password'],
    ...['--operator-file', operator],
  );
}

export async function rotations(kinds) {
  const verifiers = "select string_agg(rolpassword, ' ' order by rolname) from pg_authid where rolcanlogin and rolname <> 'replication'";
  const before = await rows('postgres', verifiers);
  noneFailed(
    await under(kinds, async () => {
      await rotate(...serviceKeys);
      await passwords();
      await compose('run', '--rm', '-T', 'operator', 'rotate', 'notification-keys');
      await rotate(...authority);
      await reload();
      await rotate(...serviceKeys, '--finish');
      await rotate(...authority, '--finish');
      await reload();
    }),
  );
  const after = await rows('postgres', verifiers);
  assert.ok(
    before.split(' ').every((verifier) => !after.includes(verifier)),
    'a role has its former password',
  );
}
