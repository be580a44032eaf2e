// Sends random requests to every operation of a bank of its own and judges each answer: `npm run campaign -- fuzz --cases 10000 --seed 7`.
// `npm run campaign -- fuzz --minutes 60` does so again and again, each time at a new bank with the next seed, until that long has passed.
// `--untimed` judges no time, and sends again what a busy machine answers 503.
// The same test is part of `npm run campaign`, with 200 cases an operation and without a limit of time.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const { values: given } = parseArgs({
  options: {
    cases: { type: 'string' },
    // By chance: two that begin together would else send the same a few runs later.
    seed: { type: 'string', default: String(randomInt(1, 2 ** 32)) },
    minutes: { type: 'string' },
    'most-ms': { type: 'string', default: '1000' },
    untimed: { type: 'boolean', default: false },
    operations: { type: 'string' },
  },
});
// With a limit of time there are many short runs: in a long one the last operations would not get their turn.
const values = { ...given, cases: given.cases ?? (given.minutes ? '500' : '10000') };
for (const name of ['cases', 'seed', 'minutes', 'most-ms'])
  if (values[name] !== undefined && !/^[1-9]\d{0,9}$/.test(values[name])) {
    console.error(`--${name} must be a whole number from 1; it is ${values[name]}`);
    process.exit(2);
  }

/** One run; its exit code. */
function run(seed) {
  const also = [values.untimed ? ' --untimed' : '', values.operations ? ` --operations ${values.operations}` : ''].join('');
  const repeat = `npm run campaign -- fuzz --cases ${values.cases} --seed ${seed}${also}`;
  console.log(`${values.cases} cases an operation, seed ${seed}; the same again: ${repeat}`);
  const { status } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', 'campaigns/test/fuzz.campaign.spec.ts'],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        FUZZ_CASES: values.cases,
        FUZZ_SEED: String(seed),
        ...(!values.untimed && { FUZZ_MOST_MS: values['most-ms'] }),
        FUZZ_REPORT: '1',
        ...(values.operations && { FUZZ_OPERATIONS: values.operations }),
      },
    },
  );
  return status ?? 1;
}

const endsAt = Date.now() + Number(values.minutes ?? 0) * 60_000;
const statuses = [];
// A run that has begun is finished. One that has failed keeps its seed: the next ones go on.
do statuses.push(run(Number(values.seed) + statuses.length));
while (Date.now() < endsAt);
const failed = statuses.filter((status) => status !== 0).length;
if (values.minutes) console.log(`${statuses.length} runs, ${failed} of them failed`);
process.exit(failed > 0 ? 1 : 0);
