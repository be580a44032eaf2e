import { fileURLToPath } from 'node:url';
import { testPackages } from './build/test-packages.mjs';
import { jsc } from './build/typescript.mjs';
import { testMatch } from './testing/jest/rings.mjs';

const ring = process.env['TEST_RING'] ?? 'test';
const root = fileURLToPath(new URL('.', import.meta.url));

/** Tests read the sources (`source` export condition); nothing has to be compiled for them but what they start as processes. */
export default {
  // Node's own, which also measures the processor time of each file.
  testEnvironment: '<rootDir>/testing/jest/measured-environment.mjs',
  // jest itself adds `import` or `require`, as the one who asks does.
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  testMatch: testMatch(ring, process.argv.slice(2)),
  modulePathIgnorePatterns: ['<rootDir>/\\.nx/', '<rootDir>/\\.data/'],
  // Opens the door of the bank of the run; the bank itself starts when the first test asks for it.
  globalSetup: '<rootDir>/testing/dist/global-setup.js',
  globalTeardown: '<rootDir>/testing/dist/global-teardown.js',
  extensionsToTreatAsEsm: ['.ts'],
  // NodeNext: sources import each other as `./name.js`; only sources lie as `.ts`.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', ...(await testPackages(root)) },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'nodenext' },
        jsc,
      },
    ],
  },
  // Two cores are the least a machine of ours has. Tests wait for a third of their time, for time limits and for processes that start:
  // on two cores all files take 1,085 s with three workers (cores busy for 85 %), and 957 s with four (96 %).
  maxWorkers: 4,
  testSequencer: '<rootDir>/testing/jest/longest-first.mjs',
  // The bound of a test that waits for something that never comes. No test measures by it: a browser test that takes 20 s alone took 160 s beside others on a busy machine.
  testTimeout: 300_000,
  reporters: [
    'default',
    ['<rootDir>/testing/jest/processor-times.mjs', { ring, writeTimes: process.env['TEST_TIMES'] === 'write' }],
    '<rootDir>/testing/jest/closing-line.mjs',
  ],
};
