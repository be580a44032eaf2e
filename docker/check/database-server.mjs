// A PostgreSQL server as a bank has it: TLS with a certificate of its own authority, roles and databases made by its administrator,
// PgBouncer in front.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseName } from '@open-banking/postgres-server';
import { services } from '@open-banking/spec';
import { command, docker, within } from './stack.mjs';

const network = 'open-banking-bank-database';
const [host, pooler] = ['db.bank.example', 'pgbouncer.bank.example'];
const password = () => randomBytes(18).toString('base64url');

/** `ca.pem` in a folder of its own for the services, and a certificate for both names. */
function certificates(folder) {
  const openssl = (...args) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  mkdirSync(join(folder, 'ca'));
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca/ca.pem', '-days', '30', '-subj', '/CN=Database authority');
  openssl('req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', `/CN=${host}`);
  writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${host},DNS:${pooler}`);
  openssl(
    ...['x509', '-req', '-in', 'server.csr', '-CA', 'ca/ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-days', '30', '-extfile', 'names', '-out', 'server.pem'],
  );
}

/** Files for the servers, owned by their user, as PostgreSQL wants it of keys. */
const owned = (files) => `install -d -o postgres /run/tls && for f in ${files}; do install -o postgres -m 600 /given/$f /run/tls/$f; done`;

const poolerSettings = `
[databases]
* = host=${host} port=5432
[pgbouncer]
listen_addr = *
listen_port = 6432
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = 8
max_client_conn = 1000
auth_type = scram-sha-256
auth_file = /run/tls/users.txt
client_tls_sslmode = require
client_tls_cert_file = /run/tls/server.pem
client_tls_key_file = /run/tls/server.key
server_tls_sslmode = verify-full
server_tls_ca_file = /run/tls/ca.pem
`;

const containers = { [host]: 'open-banking-bank-database', [pooler]: 'open-banking-bank-pgbouncer' };

/** Also what a run that was cut off has left. */
async function removed() {
  await docker('rm', '-f', '-v', ...Object.values(containers));
  await docker('network', 'rm', '-f', network);
}

const run = (folder, name) =>
  `run -d --name ${containers[name]} --network ${network} --network-alias ${name} -v ${folder}:/given:ro --user root`.split(' ');

/** Starts PostgreSQL; returns a way to ask it as its administrator. */
async function startServer(folder) {
  const administrator = password();
  const server = await docker(
    ...[...run(folder, host), '-e', `POSTGRES_PASSWORD=${administrator}`, '--entrypoint', 'bash', 'postgres:18', '-c'],
    `${owned('server.pem server.key')} && exec docker-entrypoint.sh postgres -c ssl=on -c ssl_cert_file=/run/tls/server.pem -c ssl_key_file=/run/tls/server.key -c max_connections=200`,
  );
  const psql = `exec -u postgres -e PGPASSWORD=${administrator} ${server} psql -h 127.0.0.1 -At -v ON_ERROR_STOP=1 -c`.split(' ');
  const asked = (sql) => docker(...psql, sql);
  await within(60_000, () => asked('select 1'));
  return asked;
}

async function startPooler(folder) {
  await command('docker', ['build', '-q', '-t', 'open-banking-check-pgbouncer', '-f', 'docker/check/pgbouncer.Dockerfile', 'docker/check']);
  await docker(
    ...[...run(folder, pooler), '--entrypoint', 'bash', 'open-banking-check-pgbouncer', '-c'],
    `${owned('server.pem server.key ca.pem users.txt pgbouncer.ini')} && exec pgbouncer -u postgres /run/tls/pgbouncer.ini`,
  );
}

/** The variables with the services' own URLs and their owners'. */
function variablesOf(roles) {
  const url = ({ name, password: secret }, database) =>
    `postgres://${name}:${secret}@${host}:5432/${database}?sslmode=verify-full&sslrootcert=/run/database/ca.pem`;
  return roles.map(({ service, owner, role }) => {
    const prefix = databaseName(service).toUpperCase();
    return `${prefix}_DATABASE_URL=${url(role, role.name)}\n${prefix}_OWNER_DATABASE_URL=${url(owner, role.name)}\n`;
  });
}

/** Starts both and returns what the compose file needs: `{ DATABASE_ENV, DATABASE_CA_DIR, DATABASE_POOLER }`, and a way to ask for rows. */
export async function startDatabaseServer() {
  await removed();
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-database-'));
  chmodSync(folder, 0o755);
  certificates(folder);
  copyFileSync(join(folder, 'ca', 'ca.pem'), join(folder, 'ca.pem'));
  const roles = services.map((service) => ({
    service,
    owner: { name: `bank_${databaseName(service)}_owner`, password: password() },
    role: { name: `bank_${databaseName(service)}`, password: password() },
  }));
  writeFileSync(join(folder, 'pgbouncer.ini'), poolerSettings);
  writeFileSync(join(folder, 'users.txt'), roles.map(({ role }) => `"${role.name}" "${role.password}"\n`).join(''));
  writeFileSync(join(folder, 'databases.env'), variablesOf(roles).join(''));
  await docker('network', 'create', network);
  const asked = await startServer(folder);
  for (const { owner, role } of roles) {
    for (const { name, password: secret } of [owner, role]) await asked(`create role ${name} login password '${secret}'`);
    await asked(`create database ${role.name} owner ${owner.name}`);
  }
  await startPooler(folder);
  return {
    settings: { DATABASE_ENV: join(folder, 'databases.env'), DATABASE_CA_DIR: join(folder, 'ca'), DATABASE_POOLER: `${pooler}:6432` },
    rows: asked,
    stop: removed,
  };
}
