// Puts the bank's statements through programs of others, in both directions, and prints a table: `npm run check -- statements`. It starts a
// demo bank of its own, reads every account, saving, loan and card of a customer as JSON, camt.053 and CSV, has each reader read them and
// compares what it read with the JSON; so with the statement of the simulated clearing, which `openbank reconcile` then takes. In the other
// direction it loads what readers write again into new accounts. The readers install themselves into a temporary folder: Python from
// PyPI, Java from Maven, hledger and LibreOffice from Debian unless they are installed. `--accounts 2`: so many of each kind.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { customersFile } from '@open-banking/installation/customers-file';
import { startBank } from '@open-banking/sandbox/bank';
import { DemoStatements, kinds } from './statements/demo-statements.mjs';
import { installedReaders } from './statements/readers.mjs';
import { digitsInLibreOffice, loadedAgain, readAll } from './statements/results.mjs';

const { values: given } = parseArgs({ options: { accounts: { type: 'string', default: '500' }, keep: { type: 'boolean' } } });
const folder = mkdtempSync(join(tmpdir(), 'open-banking-statements-'));
// If this process is root, PostgreSQL runs as another user, which needs access to the folder.
chmodSync(folder, 0o755);
const log = (line) => console.error(line);
mkdirSync(join(folder, 'bank'));

let bank;
let failed = true;
try {
  const readers = installedReaders(folder, log);
  bank = await startBank({
    dataDir: join(folder, 'bank'),
    port: 0,
    operatorFile: join(folder, 'operator.json'),
    demoBank: { customers: 3, seed: 'statements' },
    settings: { LOG_LEVEL: 'warn' },
    log,
  });
  const [customer] = JSON.parse(readFileSync(customersFile(bank.folder.demoBank), 'utf8'));
  const statements = await DemoStatements.of(bank, join(folder, 'operator.json'), customer, join(folder, 'statements'));
  // The payment comes first: statements then have it.
  await statements.writeSettlement();
  await statements.write(Number(given.accounts));
  const rows = readAll(statements, readers);
  const digits = digitsInLibreOffice(statements, readers.libreOffice);
  const written = await loadedAgain(statements, readers.ofXml);
  const cells = (row) => kinds.map(({ name }) => row.results[name] ?? '–').join(' | ');
  console.log(`\n| Reader | Version | ${kinds.map(({ title }) => title).join(' | ')} | Clearing | Its own files, loaded |`);
  console.log(`|---|---|${kinds.map(() => '---').join('|')}|---|---|`);
  for (const row of rows)
    console.log(`| ${row.name} | ${row.version} | ${cells(row)} | ${row.results.clearing ?? '–'} | ${written[row.name] ?? '–'} |`);
  console.log(`\nTexts of digits that LibreOffice changes: ${digits.plain}; with digits=text: ${digits.text}`);
  const faults = [
    ...rows.flatMap(({ faults: of }) => of),
    ...digits.faults,
    ...Object.values(written).filter((one) => !/^(\d+) of \1/.test(one)),
  ];
  for (const fault of faults) console.error(fault);
  assert.equal(faults.length, 0, `${faults.length} faults`);
  failed = false;
} finally {
  await bank?.stop();
  if (given.keep) log(`kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
