// Runs the compose file on a PostgreSQL server that others run (TLS, roles from outside) behind PgBouncer in transaction mode, and
// prints one line a check. Needs a Docker engine and openssl: `npm run check -- external-database`.
process.env.CHECK_PROJECT = 'open-banking-external';
process.env.CHECK_COMPOSE_FILE = 'docker/external-database.yml:docker/check/external.yml';
const { strict: assert } = await import('node:assert');
const { startDatabaseServer } = await import('./check/database-server.mjs');
const { everyOperation, firstCall } = await import('./check/first-call.mjs');
const { noneFailed, under } = await import('./check/fleet.mjs');
const { check, compose, failures } = await import('./check/stack.mjs');
const { traffic } = await import('./check/traffic.mjs');

const database = await startDatabaseServer();
Object.assign(process.env, database.settings);
try {
  const up = await check('docker compose up -d --build --wait: all healthy', () =>
    compose('up', '-d', '--build', '--wait').then(() => true),
  );
  if (!up) process.stdout.write(`${await compose('ps', '-a')}\n${await compose('logs', '--tail', '8')}\n`);
  await check('every operation is answered through the gateway', everyOperation);
  await check('the first call: client, consent, approval, token, balances', firstCall);
  const kinds = await check('clients for the load', traffic);
  if (kinds) await check('reads, payments and token requests: none failed', async () => noneFailed(await under(kinds, () => undefined)));
  await check('each service has at most 8 connections of its pooler and its own for notices', async () => {
    const counts = await database.rows(
      "select usename, count(*) from pg_stat_activity where usename like 'bank%' group by usename order by 1",
    );
    process.stdout.write(`      ${counts.replaceAll('\n', ', ')}\n`);
    for (const line of counts.split('\n')) assert.ok(Number(line.split('|')[1]) <= 8 + 2 * 2, line);
  });
  await check('every connection over the network uses TLS', async () =>
    assert.equal(
      await database.rows(
        "select count(*) from pg_stat_ssl s join pg_stat_activity a using (pid) where a.usename like 'bank%' and a.client_addr is not null and not s.ssl",
      ),
      '0',
    ),
  );
  await check('no role of the bank is a superuser, or may create roles or databases', async () =>
    assert.equal(
      await database.rows("select count(*) from pg_roles where rolname like 'bank%' and (rolsuper or rolcreatedb or rolcreaterole)"),
      '0',
    ),
  );
} finally {
  await check('docker compose down -v', () => compose('--profile', 'tools', 'down', '-v', '--remove-orphans'));
  await database.stop();
}
const failed = failures();
process.stdout.write(failed ? `${failed} checks failed\n` : 'all checks passed\n');
process.exitCode = failed ? 1 : 0;
