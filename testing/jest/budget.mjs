import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rings } from './rings.mjs';

/** A run may take so much more than its budget: processor seconds differ from run to run. */
export const headroom = 0.25;

const commitOf = (root) => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const fileOf = (root, ring) => join(root, 'node_modules/.cache/open-banking/test-runs', `${ring}.json`);

/** Keeps the figures of a whole run of a ring: its processor seconds, and those of the loop of calibration beside it. */
export function keepRun(root, ring, { processorSeconds, calibrationSeconds }) {
  const ratio = processorSeconds / calibrationSeconds;
  mkdirSync(dirname(fileOf(root, ring)), { recursive: true });
  writeFileSync(fileOf(root, ring), JSON.stringify({ commit: commitOf(root), processorSeconds, calibrationSeconds, ratio }));
}

/** The last whole run of each ring, if it was one of the current commit. */
export function lastRuns(root) {
  const commit = commitOf(root);
  return Object.keys(rings)
    .filter((ring) => existsSync(fileOf(root, ring)))
    .map((ring) => ({ ring, ...JSON.parse(readFileSync(fileOf(root, ring), 'utf8')) }))
    .filter((run) => run.commit === commit);
}

/** How many times the loop of calibration a ring may take, by ring. */
export const budgetFile = (root) => join(root, 'testing/budget.json');
export const budgetsOf = (root) => JSON.parse(readFileSync(budgetFile(root), 'utf8'));

/** The figures of a run, for people. */
export const lineOf = ({ ring, processorSeconds, calibrationSeconds, ratio }, budgets) =>
  `${rings[ring]}: ${Math.round(processorSeconds)} s of processor time, ${Math.round(ratio)} times the loop of calibration ` +
  `(${calibrationSeconds.toFixed(2)} s); ${budgets[ring] === undefined ? 'it has no budget' : `its budget is ${budgets[ring]} times`}`;

/** The fault of the last run of a ring; undefined: none, or the ring has no budget. */
export function faultOf({ ring, ratio }, budgets) {
  const budget = budgets[ring];
  if (budget === undefined || ratio <= budget * (1 + headroom)) return undefined;
  return (
    `${rings[ring]} takes ${Math.round(ratio)} times the loop of calibration; its budget is ${budget}, and ${headroom * 100} % more. ` +
    'Make the files cheaper that the run names, move one to another ring, or say in the commit why the budget rises.'
  );
}
