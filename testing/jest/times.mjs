import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The seconds that the longest test files take, written by `npm run bench -- times`. */
export const timesFile = (root) => join(root, 'testing/times.json');

export const readTimes = (root) => JSON.parse(readFileSync(timesFile(root), 'utf8'));

const minSeconds = 5;

/** Sorted by file, in steps of twice the time (5, 10, 20, … s), without what takes less: the file changes where an order changes. */
export function roundedTimes(times) {
  return Object.fromEntries(
    Object.entries(times)
      .map(([file, seconds]) => [file, minSeconds * 2 ** Math.round(Math.log2(seconds / minSeconds))])
      .filter(([, rounded]) => rounded >= minSeconds)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
