// Sends random requests to every operation of a bank of its own and judges each answer: `npm run fuzz -- --cases 10000 --seed 7`.
// The same test is part of `npm test`, with 200 cases an operation and without a limit of time.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1_000)) },
    'most-ms': { type: 'string', default: '1000' },
    operations: { type: 'string' },
  },
});
for (const name of ['cases', 'seed', 'most-ms'])
  if (!/^[1-9]\d{0,9}$/.test(values[name])) {
    console.error(`--${name} must be a whole number from 1; it is ${values[name]}`);
    process.exit(2);
  }
const repeat = `npm run fuzz -- --cases ${values.cases} --seed ${values.seed}`;
console.log(`${values.cases} cases an operation, seed ${values.seed}; the same again: ${repeat}`);
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', 'sandbox/test/fuzz.spec.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_CASES: values.cases,
      FUZZ_SEED: values.seed,
      FUZZ_MOST_MS: values['most-ms'],
      FUZZ_REPORT: '1',
      ...(values.operations && { FUZZ_OPERATIONS: values.operations }),
    },
  },
);
process.exit(status ?? 1);
