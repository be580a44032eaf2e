// `npm run check -- upgrade`: upgrades a bank of the last release under load and takes it back, and counts what clients would notice.
// Exits with 1 if a request failed, or the books or the audit are not right. `--from <commit>` starts from another release.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { migrate } from '@open-banking/database';
import { startEmbedded } from '@open-banking/postgres-server';
import { freePorts } from '@open-banking/installation/ports';
import { services } from '@open-banking/spec';
import { Fleet } from './upgrade/fleet.mjs';
import { Load } from './upgrade/load.mjs';
import { checkOut, remove } from './upgrade/release.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version, openBanking } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { values } = parseArgs({
  options: { from: { type: 'string', default: openBanking.lastRelease.commit }, seconds: { type: 'string', default: '15' } },
});
const steadyMs = Number(values.seconds) * 1_000;
const say = (line) => process.stdout.write(`${line}\n`);

const folder = mkdtempSync(join(tmpdir(), 'open-banking-upgrade-'));
chmodSync(folder, 0o755);
const [old, prepared, data] = ['last-release', 'prepared', 'data'].map((name) => join(folder, name));
for (const path of [prepared, join(prepared, 'high-water'), data]) mkdirSync(path, { mode: 0o755 });

/** The command line of a release, which is what an operator runs. */
const openbank = async (from, ...args) =>
  (await promisify(execFile)(process.execPath, [join(from, 'cli/bin/openbank.mjs'), ...args], { maxBuffer: 64 << 20 })).stdout;
const prepare = (from, databaseUrl) =>
  openbank(
    from,
    'prepare',
    '--database-url',
    databaseUrl,
    '--keys-dir',
    join(prepared, 'keys'),
    '--urls-dir',
    prepared,
    '--sandbox',
    '--customers',
    '6',
  );

/** Migrations that the next release might bring: a release without migrations of its own would show nothing of schemas. */
async function exampleMigrations(databaseUrl) {
  const series = join(folder, 'migrations');
  const {
    'ais-pis': { owner },
  } = JSON.parse(readFileSync(join(prepared, 'passwords.json'), 'utf8'));
  const url = Object.assign(new URL(databaseUrl), { pathname: '/ais_pis', username: 'ais_pis_owner', password: owner });
  const texts = {
    '0001-note': "alter table payment add column example_note text, add column example_kind text not null default 'plain';",
    '0002-note-index':
      '-- outside a transaction\ndrop index concurrently if exists payment_by_example;\ncreate index concurrently payment_by_example on payment (example_note);\n',
  };
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(join(series, name), { recursive: true });
    writeFileSync(join(series, name, 'up.sql'), text);
  }
  writeFileSync(join(series, 'series.json'), '{ "series": 99 }');
  return migrate(url.href, [series], { log: say });
}

let failed = true;
let server;
let fleet;
try {
  say(`checking out and compiling ${values.from}`);
  checkOut(root, values.from, old);
  server = await startEmbedded(data, ...(await freePorts([undefined])), ['-c', 'max_connections=300']);
  await prepare(old, server.url);
  fleet = await Fleet.open(prepared);
  await fleet.start(old);
  const [customer] = JSON.parse(readFileSync(join(prepared, 'customers.json'), 'utf8'));
  const load = await Load.begin(fleet, customer);
  load.phase('last release');
  await pause(steadyMs);
  load.phase(`prepare of ${version}`);
  await prepare(root, server.url);
  say(`example migrations beside it: ${(await exampleMigrations(server.url)).join(', ')}`);
  load.phase('last release, new schema');
  await pause(steadyMs);
  load.phase(`to ${version}, one by one`, { both: true });
  await fleet.roll(root);
  load.phase(version);
  await pause(steadyMs);
  load.phase('back, one by one', { both: true });
  await fleet.roll(old);
  load.phase('last release again');
  await pause(steadyMs);
  const phases = await load.end();
  console.table(phases.map(({ failures, both: _, ...rest }) => ({ ...rest, failures: failures.length })));
  for (const { phase, failures } of phases) for (const failure of failures.slice(0, 3)) say(`${phase}: ${failure}`);
  const operatorFile = join(folder, 'operator.json');
  const databases = Object.fromEntries(services.map((service) => [service, readFileSync(join(prepared, `${service}.url`), 'utf8').trim()]));
  writeFileSync(operatorFile, JSON.stringify({ ...fleet.operator, databases }));
  const proved = await Promise.all(
    [
      ['ledger', 'check'],
      ['audit', 'verify'],
    ].map(async (command) => {
      const { ok } = JSON.parse(
        await openbank(root, ...command, '--json', '--base-url', fleet.baseUrl, '--operator-file', operatorFile).catch(
          ({ stdout }) => stdout || '{}',
        ),
      );
      say(`openbank ${command.join(' ')}: ${ok ? 'right' : 'WRONG'}`);
      return ok === true;
    }),
  );
  failed = phases.some(({ failures, answers }) => failures.length > 0 || answers === 0) || proved.includes(false);
} finally {
  await fleet?.close();
  await server?.stop();
  if (failed) say(`Failed. Logs are in ${prepared}`);
  remove(root, old);
  if (!failed) rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
