// Runs one client and says what became of each step.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { programLine } from './clients.mjs';
import { steps } from './expected.mjs';
import { laterReleases, startLaterRelease } from './later-release.mjs';
import { missingRuntime } from './runtimes.mjs';

const calls = ['list', 'segment', 'post', 'notFound', 'tooMany'];
const methods = ['get', 'put', 'post', 'delete', 'patch'];
/** A program makes at most as many calls as the limit takes; one that sleeps on `Retry-After` is ended. */
const maxMinutesOfCalls = 3;
const maxMinutesOfCompiling = 20;
/** Characters of a reason: some clients quote a whole answer. */
const maxReason = 1_500;

/** The operationIds of an OpenAPI document. */
export const operationsOf = (document) =>
  Object.values(document.paths).flatMap((path) => methods.flatMap((method) => path[method]?.operationId ?? []));

function* filesIn(path) {
  if (!statSync(path).isDirectory()) return yield path;
  for (const name of readdirSync(path)) yield* filesIn(join(path, name));
}

/** The operations that generated code has: an identifier or file of their name, in any spelling (`read_account`, `ReadAccount`). */
function operationsIn(folder, sources, operations) {
  const names = new Set();
  for (const source of sources)
    for (const file of filesIn(join(folder, source)))
      for (const [name] of `${basename(file)} ${readFileSync(file, 'utf8')}`.matchAll(/\w+/g))
        names.add(name.replaceAll('_', '').toLowerCase());
  return operations.filter((id) => names.has(id.toLowerCase()));
}

/** The lines that a program has printed: `<call> <result>`. */
function printedBy(output) {
  const lines = output.trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]));
}

const isAsExpected = (printed, expected) => (expected instanceof RegExp ? expected.test(printed ?? '') : printed === expected);

/** Throws for the first call of those that read something whose result is not the expected one. */
function requireReads(printed, expected) {
  for (const call of ['list', 'segment', 'post'])
    if (!isAsExpected(printed[call], expected[call])) throw new Error(`${call}: ${printed[call] ?? 'nothing'}, not ${expected[call]}`);
}

/** Runs steps and notes what becomes of each. */
class Attempts {
  byStep = {};
  reasons = [];

  constructor(client, log) {
    this.client = client;
    this.log = log;
  }

  /** Returns whether the step has succeeded. */
  async attempt(step, work) {
    const startedAt = Date.now();
    try {
      await work();
      this.byStep[step] = 'yes';
    } catch (error) {
      this.fail(step, error.message);
    }
    this.log(`${this.client.name}: ${step}: ${this.byStep[step]} (${Math.round((Date.now() - startedAt) / 1_000)} s)`);
    return this.byStep[step] === 'yes';
  }

  fail(step, reason, result = 'no') {
    this.byStep[step] = result;
    this.reasons.push(`${step}: ${reason}`.slice(0, maxReason));
  }

  countOperations(folder, operations) {
    const found = operationsIn(folder, this.client.sources, operations);
    this.byStep.operations = String(found.length);
    const left = operations.filter((id) => !found.includes(id));
    if (left.length > 0) this.fail('operations', `without ${left.join(', ')}`, String(found.length));
  }

  compare(printed, expected) {
    for (const call of calls)
      if (isAsExpected(printed[call], expected[call])) this.byStep[call] = 'yes';
      else this.fail(call, `${printed[call] ?? 'nothing'}, not ${expected[call]}`);
  }
}

/**
 * The results of a client: `byStep` ("yes", the number of operations or "no"), and `reasons` where they are not "yes". `missing`: why it
 * was not run at all.
 */
export async function resultsOf(client, { workshop, documents, facts, log }) {
  const missing = missingRuntime(client.needs);
  if (missing !== undefined) return { client, byStep: {}, reasons: [], missing };
  const folder = workshop.folderOf(client.name);
  const run = (lines, minutes, env = {}) =>
    workshop.run(lines, { cwd: folder, env: { ...facts.env, bank: facts.env.BASE_URL, ...env }, minutes });
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
  const attempts = new Attempts(client, log);
  const { byStep, reasons } = attempts;
  if (!(await attempts.attempt('install', () => run(client.install, maxMinutesOfCompiling))))
    return { client, byStep, reasons, missing: `its tools are not installed: ${reasons[0]}` };
  if (await attempts.attempt('generate', () => run(client.generate))) {
    attempts.countOperations(folder, operationsOf(JSON.parse(documents['openapi.json'])));
    if (await attempts.attempt('compile', () => run([programLine(client), ...client.compile], maxMinutesOfCompiling))) {
      let printed = {};
      await attempts.attempt('calls', async () => (printed = printedBy(await run([client.run], maxMinutesOfCalls))));
      attempts.compare(printed, facts.expected);
      for (const [step, change] of Object.entries(laterReleases)) {
        const later = await startLaterRelease(facts.env.BASE_URL, change);
        const env = { BASE_URL: later.baseUrl };
        await attempts.attempt(step, async () => requireReads(printedBy(await run([client.run], maxMinutesOfCalls, env)), facts.expected));
        later.stop();
      }
    }
  }
  return { client, byStep, reasons };
}

/** The cells of a client's row in the table. */
export const cellsOf = ({ byStep, missing }) =>
  Object.keys(steps).map((step) => (missing === undefined ? (byStep[step] ?? 'no') : 'not run'));
