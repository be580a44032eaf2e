// Runs before the services start: creates databases, roles, migrations, keys and, on the first run, the demo bank. Then writes
// a folder of secrets per container, so that a service sees only its own database URL and key.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { postgresHosts, postgresUrlAt, readSettings, settingWarnings } from '@open-banking/config';
import { retryUntilAvailable } from '@open-banking/database';
import { databaseUrls } from '@open-banking/installation/database-settings';
import { prepare } from '@open-banking/installation/prepare';
import { PrepareSettings } from '@open-banking/installation/prepare-settings';
import { checkServerPem } from '@open-banking/installation/server-pem';
import { services } from '@open-banking/spec';
import { replicationRole, waitsForStandby } from './replication-role.mjs';

const line = (level, message) => `${JSON.stringify({ level, time: new Date(), service: 'prepare', message })}\n`;

/** Invalid settings and unusable databases are reported as one sentence. */
function fail(error) {
  writeSync(process.stderr.fd, line('fatal', error instanceof Error ? error.message : String(error)));
  process.exit(1);
}
process.on('uncaughtException', fail);

const {
  baseUrl: BASE_URL,
  profile: PROFILE,
  databaseUrl,
  databasePooler,
  databaseMove,
  secretsDir: secrets,
  trustDir,
  approvalCodeUrl,
  approvalAppUrl,
  sandbox,
  timeZone,
  customers,
  seed,
} = readSettings(PrepareSettings);
if (!sandbox && (approvalCodeUrl ?? approvalAppUrl) === undefined)
  fail(
    new Error(
      "APPROVAL_CODE_URL or APPROVAL_APP_URL must be set outside the sandbox: customers approve with codes or in the bank's app (docs/operators.md).",
    ),
  );
for (const { text } of settingWarnings([PrepareSettings], process.env)) process.stdout.write(line('warn', text));
const SANDBOX = sandbox ? '1' : '0';
const prepared = join(secrets, 'prepared');
const [keysDir, urlsDir] = [join(prepared, 'keys'), join(prepared, 'urls')];
// Each new connection goes to the one that takes writes, so a promotion of the standby changes no URL.
const ownServers = 'postgres:5432,standby:5432';
const given = databaseUrls() ?? databaseUrl;
const passwordOf = (server) => readFileSync(join(secrets, server, 'password'), 'utf8').trim();

/** Without the settings of a server elsewhere the services would silently move from it to the compose file's own. */
function refuseMove() {
  if (given !== undefined || databaseMove) return;
  for (const file of services.map((service) => join(urlsDir, `${service}.url`)).filter(existsSync)) {
    const [url] = readFileSync(file, 'utf8').trim().split('\n');
    const hosts = postgresHosts(url);
    if (hosts.split(',').every((host) => ['postgres', 'standby'].includes(host.replace(/:\d+$/, '')))) continue;
    throw new Error(
      `The services use the PostgreSQL server ${hosts}, and no setting names it: give DATABASE_ENV, DATABASE_CA_DIR and COMPOSE_FILE ` +
        "as before (docs/postgresql.md). To move to the compose file's own server, which has other data, run once " +
        '`docker compose run --rm -e DATABASE_MOVE=1 prepare`.',
    );
  }
}

function write(file, content) {
  writeFileSync(`${file}.new`, content, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function folderOf(service) {
  const folder = join(secrets, service);
  mkdirSync(join(folder, 'keys'), { recursive: true, mode: 0o700 });
  copyFileSync(join(urlsDir, `${service}.url`), join(folder, 'database.url'));
  readUrl(service, join(folder, 'database-read.url'));
  write(join(folder, 'valkey.url'), `valkey://:${passwordOf('valkey')}@valkey`);
  const keys = readdirSync(keysDir).filter((name) => name.endsWith('.public.jwk.json') || name === `${service}.private.jwk.json`);
  for (const name of keys) copyFileSync(join(keysDir, name), join(folder, 'keys', name));
  chmodSync(join(folder, 'database.url'), 0o600);
}

/** The same role at whichever server is the standby at the moment. Of databases that others run nothing is known. */
function readUrl(service, file) {
  if (given !== undefined) return rmSync(file, { force: true });
  const [url] = readFileSync(join(urlsDir, `${service}.url`), 'utf8')
    .trim()
    .split('?');
  write(file, `${postgresUrlAt(url, ownServers)}?target_session_attrs=standby`);
}

/** The gateway runs as a different user and mounts only its own folder. */
function forGateway(name, content) {
  const file = join(secrets, 'gateway', name);
  writeFileSync(`${file}.new`, content);
  chmodSync(`${file}.new`, 0o444);
  renameSync(`${file}.new`, file);
}

/**
 * Certificates: the gateway's own, and the authorities trusted for client certificates and signed requests. In the sandbox all come from
 * its own authority, whose key the services cannot read.
 */
async function certificates() {
  for (const folder of ['gateway', 'trust', 'operator/ca', 'operator/trust'])
    mkdirSync(join(secrets, folder), { recursive: true, mode: folder === 'gateway' ? 0o755 : 0o700 });
  if (SANDBOX !== '1') return ownCertificates();
  const { makeTrustFiles, SandboxCa } = await import('@open-banking/simulators/ca');
  const folder = join(secrets, 'operator', 'ca');
  await makeTrustFiles(folder, join(secrets, 'trust'));
  const ca = await SandboxCa.open(folder);
  const { certificate, privateKey } = await ca.serverCertificate(folder);
  forGateway('clients.pem', ca.trusted);
  write(join(secrets, 'trust', 'clients.pem'), ca.trusted);
  forGateway('server.pem', certificate + privateKey);
}

const ofTrust = (name) => join(trustDir, name);

/** Before anything is prepared: HAProxy would refuse a wrong file only when it next starts or reads it. */
function checkOwnCertificates() {
  const missing = ['server.pem', 'clients.pem', 'ca.pem', 'revoked.crl.pem'].filter((name) => !existsSync(ofTrust(name)));
  if (missing.length > 0) throw new Error(`Outside the sandbox TRUST_DIR must hold ${missing.join(', ')} (docs/operators.md).`);
  checkServerPem(readFileSync(ofTrust('server.pem'), 'utf8'));
}

function ownCertificates() {
  for (const name of ['server.pem', 'clients.pem']) forGateway(name, readFileSync(ofTrust(name)));
  for (const name of ['clients.pem', 'ca.pem', 'revoked.crl.pem']) write(join(secrets, 'trust', name), readFileSync(ofTrust(name)));
  write(join(secrets, 'trust', 'blocked.txt'), existsSync(ofTrust('blocked.txt')) ? readFileSync(ofTrust('blocked.txt')) : '');
}

/** The operator file for the command line: internal addresses, the operator's key, and previously added clients, which are kept. */
function operatorFile(databases) {
  const folder = join(secrets, 'operator');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { port, protocol } = new URL(BASE_URL);
  const file = join(folder, `${port || (protocol === 'https:' ? 443 : 80)}.json`);
  const { clients = [] } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  write(
    file,
    JSON.stringify({
      baseUrl: BASE_URL,
      sandbox: SANDBOX === '1',
      profile: PROFILE,
      internal: Object.fromEntries(services.map((service) => [service, `http://${service}:9090`])),
      databases: Object.fromEntries(services.map((service) => [service, readFileSync(join(urlsDir, `${service}.url`), 'utf8').trim()])),
      // For `load`, which writes as the owner.
      ownerDatabases: Object.fromEntries(services.map((service) => [service, databases[service].ownerUrl])),
      operatorKey: JSON.parse(readFileSync(join(keysDir, 'operator.private.jwk.json'), 'utf8')),
      customersFile: '/home/node/.openbank/customers.json',
      ...(SANDBOX === '1' && { caFolder: '/home/node/.openbank/ca', trustFolder: '/home/node/.openbank/trust' }),
      clients,
    }),
  );
  if (existsSync(join(prepared, 'customers.json'))) copyFileSync(join(prepared, 'customers.json'), join(folder, 'customers.json'));
}

const adminUrl = given ?? `postgres://postgres:${passwordOf('postgres')}@${ownServers}/postgres?target_session_attrs=read-write`;
const forStandby = () => replicationRole(adminUrl, join(secrets, 'postgres', 'replication.password'));
refuseMove();
if (!sandbox) checkOwnCertificates();
const databaseStarts = { timeoutMs: 15_000 };
// A standby that writes wait for comes first. Otherwise last: copying the demo bank costs less than replaying how it was loaded.
if (given === undefined && (await retryUntilAvailable(() => waitsForStandby(adminUrl), databaseStarts))) await forStandby();
const log = (message) => process.stdout.write(line('info', message));
const databases = await prepare({
  databases: adminUrl,
  pooled: databasePooler !== undefined,
  keysDir,
  urlsDir,
  sandbox,
  log,
});
if (sandbox) {
  const { loadDemoBank } = await import('@open-banking/sandbox/demo-data');
  await loadDemoBank(databases, { customers, seed }, { folder: prepared, timeZone, onProgress: log });
}
if (given === undefined) await forStandby();
// High-water marks that ais-pis stores outside its database, so that they survive a restore.
mkdirSync(join(secrets, 'high-water'), { recursive: true, mode: 0o700 });
await certificates();
for (const service of services) folderOf(service);
// The portal's front page names the demo customer.
if (sandbox) copyFileSync(join(prepared, 'customers.json'), join(secrets, 'portal', 'customers.json'));
operatorFile(databases);
