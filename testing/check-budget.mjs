// `npm run check -- budget`: judges the processor time of the last whole runs of the rings, as a ratio to the loop of calibration that ran
// beside them (testing/jest/calibration.mjs), so that a slow machine is no fault. A ring may take a quarter more than testing/budget.json
// says. Only runs of the current commit count; without one it fails. `npm run test:whole` judges in the same way at its end. `--set` writes
// the ratios of the last runs into testing/budget.json.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { budgetFile, budgetsOf, faultOf, lastRuns, lineOf } from './jest/budget.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { set: { type: 'boolean', default: false } } });
const budgets = budgetsOf(root);

if (process.platform !== 'linux') {
  console.log('The budget is not judged: processor times of all processes are known on Linux only.');
  process.exit(0);
}

const runs = lastRuns(root);
if (runs.length === 0) {
  console.error('No ring was run as a whole at this commit: npm test, npm run test:whole.');
  process.exit(1);
}
for (const run of runs) console.log(lineOf(run, budgets));
if (values.set) {
  const set = { ...budgets, ...Object.fromEntries(runs.map(({ ring, ratio }) => [ring, Math.round(ratio)])) };
  writeFileSync(budgetFile(root), `${JSON.stringify(set, undefined, 2)}\n`);
} else {
  const faults = runs.map((run) => faultOf(run, budgets)).filter((fault) => fault !== undefined);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
