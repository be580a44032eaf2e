// `npm run campaign`: everything that searches at random or runs for long, at one fixed size: the test files of the ring `campaign`, the
// mutants of the rules and a flood. A campaign of a commit without changes is recorded with the commit, which a release needs
// (build/release.mjs). `npm run campaign -- tests` runs one part (tests, mutants or flood) and records nothing. The parts that run one
// search with arguments of its own (`npm run campaign -- chaos --rounds 5`) are in build/commands.mjs.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { changesIn, headOf, recordCampaign } from './campaign-record.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const parts = {
  tests: { args: ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'], env: { TEST_RING: 'campaign' } },
  mutants: { args: ['build/mutate.mjs'] },
  flood: {
    args: ['--max-semi-space-size=2', '--heap-growing-percent=30', 'bench/dist/bench.js', 'flood', '--load-seconds', '20'],
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`the campaign has the parts ${Object.keys(parts).join(', ')}; it has no ${unknown.join(', ')} (npm run campaign -- help)`);
  process.exit(2);
}

const before = { commit: headOf(root), changes: changesIn(root) };
const results = Object.entries(parts)
  .filter(([name]) => wanted.length === 0 || wanted.includes(name))
  .map(([name, { args, env }]) => {
    console.log(`campaign: ${name}`);
    const began = Date.now();
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    return { name, passed: status === 0, seconds: Math.round((Date.now() - began) / 1_000) };
  });
const passed = results.every((part) => part.passed);
console.log(`campaign: ${results.map((part) => `${part.name} ${part.passed ? 'passed' : 'failed'} in ${part.seconds} s`).join(', ')}`);

if (wanted.length > 0) console.log('campaign: only a part of it was run, so nothing is recorded');
else if (before.changes.length > 0 || headOf(root) !== before.commit)
  console.log(`campaign: not recorded, because the files are not those of a commit: ${before.changes.slice(0, 3).join(', ')}`);
else {
  recordCampaign(root, before.commit, { passed, parts: results, node: process.version, endedAt: new Date().toISOString() });
  console.log(`campaign: recorded for ${before.commit}; git push origin refs/notes/campaign shares the record`);
}
process.exitCode = passed ? 0 : 1;
