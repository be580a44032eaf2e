// Compares what the programs of others read in the bank's statements with JSON.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstDay, inMajor, kinds } from './demo-statements.mjs';
import { recordsOf } from './readers.mjs';

const sorted = (entries) => entries.toSorted().join('\n');

/** The difference of a reading from JSON, in words; undefined: there is none. Balances are compared where both have them. */
function difference(said, read) {
  if (read === undefined) return 'is not read';
  if (read.error !== undefined) return `refused: ${read.error}`;
  if (sorted(read.entries) !== sorted(said.entries))
    return `${read.entries.length} entries, of ${said.entries.length}, with other days or amounts`;
  for (const name of ['opening', 'closing'])
    if (said[name] !== undefined && read[name] != null && read[name] !== said[name])
      return `${name} balance ${read[name]}, not ${said[name]}`;
  return undefined;
}

/** One row for each reader: how many statements of each kind it reads as JSON says. */
export function readAll(statements, { ofXml, hledger, libreOffice }) {
  return [...ofXml, hledger, libreOffice].map((reader) => {
    const isXml = ofXml.includes(reader);
    const [results, faults] = [{}, []];
    for (const kind of [...kinds.map(({ name }) => name), ...(isXml ? ['clearing'] : [])]) {
      const said = statements.said[kind];
      const read = reader.read(statements.folderOf(kind), said);
      const differences = Object.keys(said).flatMap((name) => difference(said[name], read[name]) ?? []);
      const all = Object.keys(said).length;
      results[kind] = `${all - differences.length} of ${all}`;
      faults.push(...differences.map((one) => `${reader.name}: ${kind}: ${one}`));
    }
    return { name: reader.name, version: reader.version, results, faults };
  });
}

const textColumns = (row) => Object.keys(row).filter((name) => !/amount|balance|percentage|date/i.test(name));
const isOfDigits = (text) => /^\d+$/.test(text);

/** How many texts of digits LibreOffice shows otherwise than they are, as they come and with `digits=text`. */
export function digitsInLibreOffice(statements, { shown }) {
  const [counts, faults] = [{ plain: [0, 0], text: [0, 0] }, []];
  for (const { name: kind } of kinds) {
    const original = Object.fromEntries(
      readdirSync(statements.folderOf(kind))
        .filter((file) => file.endsWith('.csv'))
        .map((file) => [file.slice(0, -4), recordsOf(readFileSync(join(statements.folderOf(kind), file), 'utf8'))]),
    );
    for (const [form, folder] of [
      ['plain', statements.folderOf(kind)],
      ['text', statements.folderOf(kind, '-digits')],
    ])
      for (const [name, csv] of Object.entries(shown(folder, '.csv')))
        for (const [at, row] of recordsOf(csv).entries())
          for (const column of textColumns(row).filter((of) => isOfDigits(original[name][at][of]))) {
            counts[form][1] += 1;
            const cell = form === 'text' ? row[column].replace(/^'/, '') : row[column];
            if (cell === original[name][at][column]) continue;
            counts[form][0] += 1;
            if (form === 'text') faults.push(`LibreOffice: ${column} ${original[name][at][column]} is shown as ${row[column]}`);
          }
  }
  return { plain: counts.plain.join(' of '), text: counts.text.join(' of '), faults };
}

const numberedIban = (number) => {
  const bban = `51210800${8_000_000_000 + number}`;
  return `DE${String(98n - (BigInt(`${bban}131400`) % 97n)).padStart(2, '0')}${bban}`;
};
let accounts = 0;

/** An account of the customer with a balance, as one entry of long ago makes it; returns its id and IBAN. */
function newAccount(statements, { opening, currency }) {
  const [accountId, day, iban] = [randomUUID(), '2000-01-03', numberedIban((accounts += 1))];
  const { psuId } = statements.customer;
  const sums = { booked: opening, reserved: '0', incoming: '0', overdraft: '100000000', bookedBefore: '0' };
  const entry = { entryReference: '0000000000000001', amount: opening, balanceAfter: opening, bankTransactionCode: 'PMNT-RCDT-ESCT' };
  const facts = { bic: 'SOGEDEFFXXX', currency, ownerName: 'A', name: 'A', product: 'A', cashAccountType: 'CACC' };
  const rows = [
    { type: 'account', accountId, iban, ...facts, status: 'enabled', usage: 'PRIV', openedOn: '2000-01-01' },
    { type: 'holder', psuId, resourceId: accountId, rule: 'any' },
    { type: 'accountBalance', accountId, ...sums, lastBookingDate: day, changedAt: `${day}T12:00:00Z` },
    ...(Number(opening) === 0
      ? []
      : [{ type: 'entry', accountId, bookingDate: day, valueDate: day, bookedAt: `${day}T12:00:00Z`, ...entry }]),
  ];
  const file = join(statements.folder, 'account.ndjson');
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  statements.openbank('load', 'ais-pis', file);
  return { accountId, iban };
}

/**
 * Loads each account's statement, as a reader writes it, into a new account: its entries must be those of the original, ids included. The
 * bank's own file adds nothing to its own account, once the operator says that its entries are the same.
 */
export async function loadedAgain(statements, readers) {
  const results = {};
  const originals = Object.entries(statements.said.accounts).filter(([, { entries }]) => entries.length > 0);
  for (const [name] of originals) {
    const path = join(statements.folderOf('accounts'), `${name}.xml`);
    const { lines } = JSON.parse(statements.openbank('load', 'ais-pis', path, '--equal-entries', 'same', '--json'));
    if (lines !== 0) results.bank = `${lines} lines of its own statement are loaded again`;
  }
  for (const { name: reader, written } of readers.filter((one) => one.written !== undefined)) {
    let equal = 0;
    for (const [name, said] of originals) {
      const { accountId, iban } = newAccount(statements, said);
      const file = join(statements.folder, `${reader.replace(/\W/g, '')}-${name}.xml`);
      writeFileSync(file, readFileSync(join(written, `${name}.xml`), 'utf8').replace(said.iban, iban));
      statements.openbank('load', 'ais-pis', file, '--json');
      const booked = await statements.booked(`/v1.7/accounts/${accountId}/transactions?bookingStatus=booked&dateFrom=${firstDay}`);
      const read = booked.map(
        ({ transactionId, bookingDate, transactionAmount: { amount } }) =>
          `${transactionId} ${bookingDate} ${inMajor(Math.round(Number(amount) * 100))}`,
      );
      if (sorted(read) === sorted(said.entries.map((entry, at) => `${said.ids[at]} ${entry}`))) equal += 1;
    }
    results[reader] = `${equal} of ${originals.length}`;
  }
  return results;
}
