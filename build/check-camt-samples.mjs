// Loads the camt.053 sample files of public repositories, each into a new database with an account of the file's IBAN, and prints a line
// for each: `npm run check -- camt-samples`. It clones the repositories with git; `--from <folder>` (also several times) reads working
// copies or bare mirrors that are here already. docs/statements-loading.md has the result. Nothing of the repositories is kept.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrationFolders } from '@open-banking/database';
import { clonedDatabase, temporaryServer } from '@open-banking/postgres-server/testing';

const { values } = parseArgs({ options: { from: { type: 'string', multiple: true } } });
const repositories = ['OCA/bank-statement-import', 'genkgo/camt', 'viafintech/camt_parser'];
const folder = mkdtempSync(join(tmpdir(), 'open-banking-samples-'));
const root = join(import.meta.dirname, '..');
const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.';

const git = (repository, ...args) => execFileSync('git', ['-C', repository, ...args], { maxBuffer: 1 << 28 });
const lines = (bytes) => bytes.toString().split('\n').filter(Boolean);

function sources() {
  if (values.from)
    return values.from.map((path) => ({ name: basename(path) === 'repo' ? basename(join(path, '..')) : basename(path), path }));
  return repositories.map((name) => {
    const path = join(folder, name.replace('/', '-'));
    execFileSync('git', ['clone', '--quiet', '--mirror', `https://github.com/${name}.git`, path], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return { name, path };
  });
}

/** The samples on all branches, each content once; archives are unpacked. */
function* samplesOf({ name, path }) {
  const seen = new Set();
  const branches = lines(git(path, 'for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes'));
  for (const branch of ['HEAD', ...branches.reverse()]) {
    const files = lines(git(path, 'ls-tree', '-r', '--name-only', branch)).filter((file) =>
      /camt[^/]*$|053\/[^/]*$|camt[^/]*\/test_files|fixtures\/general/i.test(file),
    );
    for (const file of files) {
      if (/\.(py|pydata|php|rb|json|xsd|xslt?|md|po|pot|rst|html|png|svg|csv)$/.test(file)) continue;
      const bytes = git(path, 'show', `${branch}:${file}`);
      for (const [inner, content] of file.endsWith('.zip') ? unpacked(bytes) : [['', bytes]]) {
        const digest = createHash('sha256').update(content).digest('hex');
        if (seen.has(digest) || !content.includes(namespace)) continue;
        seen.add(digest);
        yield { repository: name, file: `${file}${inner}`, content };
      }
    }
  }
}

function* unpacked(bytes) {
  const archive = join(folder, 'archive.zip');
  writeFileSync(archive, bytes);
  const names = spawnSync('unzip', ['-Z1', archive], { encoding: 'utf8' });
  if (names.status !== 0) return;
  for (const name of names.stdout.split('\n').filter(Boolean)) yield [` (${name})`, execFileSync('unzip', ['-p', archive, name])];
}

const texts = (xml, pattern) => [...xml.matchAll(pattern)].map(([, text]) => text);

/** The opening balance from which the closing balance follows: balances of samples often do not follow from their entries. */
function openingOf(xml, currency) {
  const amount = (part) => (part.includes('<CdtDbtInd>DBIT') ? -1 : 1) * Number(/<Amt[^>]*>\s*([\d.]+)/.exec(part)?.[1] ?? 0);
  const closings = texts(xml, /(<Bal>(?:(?!<\/Bal>)[\s\S])*CLBD[\s\S]*?<\/Bal>)/g).filter((part) => part.includes(`Ccy="${currency}"`));
  const entries = texts(xml, /<Ntry>([\s\S]*?)<\/Ntry>/g).map((part) => part.replace(/<NtryDtls>[\s\S]*/, ''));
  const moved = entries.reduce((sum, part) => sum + amount(part), 0);
  return closings.length === 0 ? 1000 : amount(closings.at(-1)) - moved;
}

const firstMatch = (text, patterns) => patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);

const validIban = 'DE75512108001245126199';

/** An account with the IBAN of the sample, even where its check digits are wrong, as one entry of the day before the statement makes it. */
async function openAccount(url, xml) {
  const currency = firstMatch(xml, [/<Ntry>[\s\S]*?Ccy="(\w{3})"/, /Ccy="(\w{3})"/]) ?? 'EUR';
  const booked = openingOf(xml, currency).toFixed(2);
  const [psuId, accountId] = [randomUUID(), randomUUID()];
  const day = '2000-01-03';
  const balance = { booked, reserved: '0', incoming: '0', overdraft: '100000000', bookedBefore: '0' };
  const entry = { entryReference: '0000000000000001', amount: booked, balanceAfter: booked, bankTransactionCode: 'PMNT-RCDT-ESCT' };
  const hasEntry = Number(booked) !== 0;
  const rows = [
    { type: 'psu', psuId, login: 'a', loginSubject: psuId, name: 'A', language: 'en' },
    {
      type: 'account',
      accountId,
      iban: validIban,
      bic: 'SOGEDEFFXXX',
      currency,
      ownerName: 'A',
      name: 'A',
      product: 'A',
      cashAccountType: 'CACC',
      status: 'enabled',
      usage: 'PRIV',
      openedOn: '2000-01-01',
    },
    { type: 'holder', psuId, resourceId: accountId, rule: 'any' },
    { type: 'accountBalance', accountId, ...balance, lastBookingDate: day, changedAt: `${day}T12:00:00Z` },
    ...(hasEntry ? [{ type: 'entry', accountId, bookingDate: day, valueDate: day, bookedAt: `${day}T12:00:00Z`, ...entry }] : []),
  ];
  const file = join(folder, 'account.ndjson');
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { code, err } = openbank(url, file);
  if (code !== 0) throw new Error(`the account cannot be opened: ${err}`);
  const iban = firstMatch(xml, [/<Acct>\s*<Id>\s*<IBAN>\s*(\w+)/, /<Acct>\s*<Id>\s*<Othr>\s*<Id>\s*([A-Z]{2}\d\d\w{11,30})/]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('update account set iban = $1', [iban ?? validIban]);
  await client.end();
  return iban;
}

function openbank(url, file, ...options) {
  const args = [join(root, 'cli/bin/openbank.mjs'), 'load', 'ais-pis', file, '--database-url', url, ...options];
  const { status: code, stdout: out, stderr: err } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { code, out, err };
}

async function tried(server, { content }) {
  const database = await clonedDatabase(server.url, 'ais-pis', migrationFolders('ais-pis', false));
  try {
    const iban = await openAccount(database.ownerUrl, content.toString());
    const file = join(folder, 'sample.xml');
    writeFileSync(file, content);
    const { code, out, err } = openbank(database.ownerUrl, file, '--json', ...(iban === undefined ? ['--account', validIban] : []));
    if (code === 1)
      return {
        result: 'refused',
        detail: err
          .trim()
          .replace(/^openbank: (sample\.xml:)?/, '')
          .replaceAll('\n', ' '),
      };
    const { booked, items } = JSON.parse(out);
    const left = items.filter(({ reason }) => reason !== 'unconfirmed').map(({ reason, what }) => `${reason}: ${what}`);
    const again = openbank(database.ownerUrl, file, '--json', ...(iban === undefined ? ['--account', validIban] : []));
    const isOnce = again.code === 0 && JSON.parse(again.out).booked === 0;
    const account = iban === undefined ? ['with --account'] : [];
    return { result: isOnce ? 'loaded' : 'LOADED TWICE', detail: [`${booked} entries`, ...account, ...left].join('; ') };
  } finally {
    await database.close();
  }
}

let server;
try {
  server = await temporaryServer();
  const counts = {};
  for (const source of sources()) {
    if (!existsSync(source.path)) throw new Error(`--from: ${source.path} does not exist`);
    for (const sample of samplesOf(source)) {
      const { result, detail } = await tried(server, sample);
      counts[result] = (counts[result] ?? 0) + 1;
      console.log(`${result.padEnd(8)} ${sample.repository} ${sample.file}: ${detail}`);
    }
  }
  console.log(
    `\n${Object.entries(counts)
      .map(([result, count]) => `${count} ${result}`)
      .join(', ')}`,
  );
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
