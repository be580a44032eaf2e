import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import TestSequencer from '@jest/test-sequencer';
import { readTimes } from './times.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Begins with the longest files, by testing/times.json: a run that begins one of them last has idle workers at its end. The others
 * follow in jest's own order, which is by size where it has not seen the files before.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const times = readTimes(root);
    const timeOf = ({ path }) => times[relative(root, path)] ?? 0;
    return super.sort(tests).sort((a, b) => timeOf(b) - timeOf(a));
  }
}
