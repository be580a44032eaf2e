// Makes clients from the OpenAPI documents with the generators that third parties use, compiles them, and calls a bank of its own with
// each: `npm run check -- clients`. Then it imports the Postman collection and the `.http` files into the programs that run them. All tools
// are installed into a temporary folder, at fixed versions; a language that this machine does not have is listed as not run. It prints the
// tables and, once everything has run, writes them into docs/clients.md. Exit code 1: a result differs from build/clients/expected.mjs.
// `--only oapi-codegen,progenitor`: these alone. `--tools folder`: keeps what is downloaded there, for the next run.
// `--documents folder`: `openapi.json` and `openapi-3.0.json` of that folder in place of those that the bank serves.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CheckedBank } from './clients/bank.mjs';
import { clients } from './clients/clients.mjs';
import { collectionPrograms } from './clients/collections.mjs';
import { faultsOf } from './clients/expected.mjs';
import { collectionTableOf, commandsOf, tableOf, writePage } from './clients/page.mjs';
import { operationsOf, resultsOf } from './clients/results.mjs';
import { Workshop } from './clients/workshop.mjs';

const { values: given } = parseArgs({
  options: { only: { type: 'string' }, tools: { type: 'string' }, documents: { type: 'string' } },
});
const log = (line) => console.error(line);
const names = given.only?.split(',');
const chosen = (all) => all.filter(({ name }) => names === undefined || names.includes(name));
const folder = mkdtempSync(join(tmpdir(), 'open-banking-clients-'));
// If this process is root, PostgreSQL runs as another user, which needs access to the folder.
chmodSync(folder, 0o755);

/** The documents by the names that the clients' commands use. */
async function readDocuments(bank) {
  const read = (name) => (given.documents === undefined ? bank.text(`/${name}`) : readFileSync(join(given.documents, name), 'utf8'));
  return { 'openapi.json': await read('openapi.json'), 'openapi-3.0.json': await read('openapi-3.0.json') };
}

let bank;
let failed = true;
try {
  const workshop = new Workshop(folder, given.tools === undefined ? join(folder, 'tools') : resolve(given.tools));
  bank = await CheckedBank.start(folder, log);
  const documents = await readDocuments(bank);
  const results = [];
  for (const client of chosen(clients)) {
    const facts = await bank.factsFor(client.name);
    results.push(await resultsOf(client, { workshop, documents, facts, log }));
  }
  const collections = [];
  for (const program of chosen(collectionPrograms)) collections.push(await program.run({ workshop, documents, bank, log }));
  const operations = operationsOf(JSON.parse(documents['openapi.json'])).length;
  const tables = { clients: tableOf(results), collections: collectionTableOf(collections) };
  console.log(`\n${tables.clients}\n\n${tables.collections}\n`);
  const faults = [...faultsOf(results, operations), ...collections.flatMap((one) => one.faults)];
  for (const { client, reasons, missing } of results)
    for (const reason of missing === undefined ? reasons : [`not run: ${missing}`]) console.log(`${client.name}: ${reason}`);
  const notRun = [...results, ...collections].filter(({ missing }) => missing !== undefined).length;
  console.log(`${results.length + collections.length} programs, ${notRun} of them not run; ${faults.length} faults`);
  for (const fault of faults) console.error(fault);
  if (names === undefined && given.documents === undefined && notRun === 0) writePage({ ...tables, commands: commandsOf(clients) });
  failed = faults.length > 0;
} finally {
  await bank?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
