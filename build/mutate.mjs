// Mutation tests of the rules that must never be wrong: puts one small fault after another into each file of mutation/rules.mjs, and runs
// its unit tests. A fault that no test notices survives. `npm run campaign -- mutate`, or `npm run campaign -- mutate posting` for the
// files whose path contains a word. Fails where a file has less than 90 % of its mutants killed, where a survivor has no reason in
// mutation/survivors.json, and where a reason there is no longer needed.
import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { mutantsOf } from './mutation/mutants.mjs';
import { rules } from './mutation/rules.mjs';

const minKilled = 0.9;
/** A mutant that runs longer is killed: it never ends. */
const maxMs = 30_000;
/** Every run leaves its modules in memory. */
const runsPerProcess = 250;

const root = fileURLToPath(new URL('..', import.meta.url));
const survivors = JSON.parse(readFileSync(new URL('./mutation/survivors.json', import.meta.url), 'utf8'));

/** A warm process with the tests of a file. Rejects where they fail without a mutant. */
async function testProcess({ file, tests }) {
  const child = fork(fileURLToPath(new URL('./mutation/run-tests.mjs', import.meta.url)), {
    execArgv: ['--conditions=source', '--no-warnings'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ask = (message) =>
    new Promise((resolve) => {
      const end = (answer) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(answer);
      };
      const timer = setTimeout(() => end({ failed: `did not end in ${maxMs} ms`, dead: true }), maxMs);
      child.once('message', end);
      child.once('exit', () => end({ failed: 'the process ended', dead: true }));
      child.send(message);
    });
  const { failed } = await ask({ file: root + file, tests: tests.map((test) => root + test) });
  if (!failed) return { ask, end: () => child.kill('SIGKILL') };
  child.kill('SIGKILL');
  throw new Error(`${tests.join(', ')}: fails without a mutant: ${failed}`);
}

/** The mutants that no test notices. */
async function survivorsOf(rule, mutants) {
  const alive = [];
  let running;
  for (const [at, mutant] of mutants.entries()) {
    if (at % runsPerProcess === 0) {
      running?.end();
      running = undefined;
    }
    running ??= await testProcess(rule);
    const { failed, dead } = await running.ask({ source: mutant.source });
    if (!failed) alive.push(mutant);
    if (!dead) continue;
    running.end();
    running = undefined;
  }
  running?.end();
  return alive;
}

const isReasonFor =
  (file, { on, was, becomes }) =>
  (reason) =>
    reason.file === file && reason.on === on && reason.was === was && reason.becomes === becomes;

/** Prints the file's score, and returns what is wrong with it. */
async function judge(rule) {
  const { area, file, tests } = rule;
  if (!tests.every((test) => existsSync(root + test))) return [`${file}: one of its tests does not exist: ${tests.join(', ')}`];
  const mutants = mutantsOf(file, readFileSync(root + file, 'utf8'));
  const alive = await survivorsOf(rule, mutants);
  const killed = mutants.length - alive.length;
  console.log(
    `${area.padEnd(9)} ${((100 * killed) / mutants.length).toFixed(1).padStart(5)} % ${`${killed}/${mutants.length}`.padStart(8)}  ${file}`,
  );
  const unexplained = alive.filter((mutant) => !survivors.some(isReasonFor(file, mutant)));
  const needless = survivors.filter((reason) => reason.file === file && !alive.some((mutant) => isReasonFor(file, mutant)(reason)));
  return [
    ...(killed < minKilled * mutants.length ? [`${file}: less than ${100 * minKilled} % of its mutants are killed`] : []),
    ...unexplained.map(
      ({ line, on, was, becomes }) =>
        `${file}:${line}: no test notices this, and it has no reason: ${JSON.stringify({ file, on, was, becomes, reason: '' })}`,
    ),
    ...needless.map((reason) => `${file}: its reason is no longer needed: ${JSON.stringify(reason)}`),
  ];
}

const words = process.argv.slice(2);
const asked = rules.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
const faults = survivors
  .filter(({ file, reason }) => !reason || !rules.some((rule) => rule.file === file))
  .map((reason) => `survivors.json: no reason, or a file that is not tested: ${JSON.stringify(reason)}`);
if (asked.length === 0) faults.push(`no file of mutation/rules.mjs contains ${words.join(' or ')}`);

const waiting = [...asked];
await Promise.all(
  Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
    for (let rule = waiting.shift(); rule; rule = waiting.shift()) faults.push(...(await judge(rule).catch((error) => [error.message])));
  }),
);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
