import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const development = readFileSync(`${root}docs/development.md`, 'utf8');
/** The lines of "Tests" that run some tests of the first ring, without their comments. */
const lines = [...development.matchAll(/^(npm test -- apps\/cards\S*(?: -t '[^']+')?)/gm)].map(([, line]) => line!);

// The variables of this run, which has a bank and a database server for its own files.
const ofThisRun = /^(JEST_|BANK_OF_THE_RUN|SERVERS_OF_THE_RUN|TEST_RING|TMPDIR|TEMP)/;
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)));

describe('the lines with which docs/development.md runs some tests', () => {
  it('are found there', () => {
    expect(lines).toEqual(expect.arrayContaining([expect.stringContaining('read-cards.spec.ts'), expect.stringContaining(' -t ')]));
  });

  it.each(lines)(
    '%s',
    (line) => {
      const { status, stdout, stderr } = spawnSync(line, { cwd: root, shell: true, encoding: 'utf8', env: environment });
      const [, passed = '0'] = /(\d+) passed, 0 failed/.exec(stdout + stderr) ?? [];
      expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
      expect(Number(passed)).toBeGreaterThan(0);
    },
    300_000,
  );
});
