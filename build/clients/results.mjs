// Runs one client and says what became of each step.
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { steps } from './expected.mjs';
import { missingRuntime } from './runtimes.mjs';

const calls = ['list', 'segment', 'post', 'notFound', 'tooMany'];
const methods = ['get', 'put', 'post', 'delete', 'patch'];
/** A program makes at most as many calls as the limit takes; one that sleeps on `Retry-After` is ended. */
const maxMinutesOfCalls = 3;

/** The operationIds of an OpenAPI document. */
export const operationsOf = (document) =>
  Object.values(document.paths).flatMap((path) => methods.flatMap((method) => path[method]?.operationId ?? []));

function* filesIn(path) {
  if (!statSync(path).isDirectory()) return yield path;
  for (const name of readdirSync(path)) yield* filesIn(join(path, name));
}

/** The operations that generated code has: an identifier or file of the operation's name, in any spelling (`read_account`, `ReadAccount`). */
function operationsIn(folder, sources, operations) {
  const names = new Set();
  for (const source of sources)
    for (const file of filesIn(join(folder, source)))
      for (const [name] of `${basename(file)} ${readFileSync(file, 'utf8')}`.matchAll(/\w+/g)) names.add(name.replaceAll('_', '').toLowerCase());
  return operations.filter((id) => names.has(id.toLowerCase()));
}

/** The lines that a program has printed: `<call> <result>`. */
function printedBy(output) {
  const lines = output.trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]));
}

const isAsExpected = (printed, expected) => (expected instanceof RegExp ? expected.test(printed ?? '') : printed === expected);

/**
 * The results of a client by step: "yes", the number of operations, "no" or "not run"; and why, where it is not "yes". `missing`: the
 * reason why it was not run at all.
 */
export async function resultsOf(client, { workshop, documents, facts, log }) {
  const results = { client, byStep: {}, reasons: [] };
  const missing = missingRuntime(client.needs);
  if (missing !== undefined) return { ...results, missing };
  const folder = workshop.folderOf(client.name);
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
  for (const name of [client.program, client.as ?? client.program])
    cpSync(join(import.meta.dirname, 'programs', client.program), join(folder, name));
  if (client.as !== undefined) await workshop.run([`rm ${client.program}`], { cwd: folder });
  const attempt = async (step, work) => {
    const startedAt = Date.now();
    try {
      await work();
      results.byStep[step] = 'yes';
    } catch (error) {
      results.byStep[step] = 'no';
      results.reasons.push(`${step}: ${error.message}`);
    }
    log(`${client.name}: ${step}: ${results.byStep[step]} (${Math.round((Date.now() - startedAt) / 1_000)} s)`);
    return results.byStep[step] === 'yes';
  };
  const isInstalled = client.install === undefined || (await attempt('install', () => workshop.run(client.install, { cwd: folder, minutes: 20 })));
  if (!isInstalled) return { ...results, missing: 'its tools could not be installed' };
  if (!(await attempt('generate', () => workshop.run(client.generate, { cwd: folder })))) return results;
  countOperations(results, folder, operationsOf(JSON.parse(documents['openapi.json'])));
  if (!(await attempt('compile', () => workshop.run(client.compile, { cwd: folder, minutes: 20 })))) return results;
  let printed = {};
  await attempt('calls', async () => {
    printed = printedBy(await workshop.run([client.run], { cwd: folder, env: facts.env, minutes: maxMinutesOfCalls }));
  });
  for (const call of calls) {
    results.byStep[call] = isAsExpected(printed[call], facts.expected[call]) ? 'yes' : 'no';
    if (results.byStep[call] === 'no') results.reasons.push(`${call}: ${printed[call] ?? 'nothing'}, not ${facts.expected[call]}`);
  }
  return results;
}

function countOperations(results, folder, operations) {
  const found = operationsIn(folder, results.client.sources, operations);
  results.byStep.operations = String(found.length);
  const left = operations.filter((id) => !found.includes(id));
  if (left.length > 0) results.reasons.push(`operations: without ${left.join(', ')}`);
}

/** The cells of a client's row in the table. */
export const cellsOf = ({ byStep, missing }) => Object.keys(steps).map((step) => (missing === undefined ? (byStep[step] ?? 'no') : 'not run'));
