import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Run {
  readonly ring: string;
  readonly ratio: number;
}
type Budgets = Readonly<Record<string, number>>;

const root = fileURLToPath(new URL('../../', import.meta.url));
const { faultOf } = (await import(`${root}testing/jest/budget.mjs`)) as { faultOf(run: Run, budgets: Budgets): string | undefined };
const { roundedTimes, readTimes } = (await import(`${root}testing/jest/times.mjs`)) as {
  roundedTimes(times: Budgets): Budgets;
  readTimes(root: string): Budgets;
};
const { processorTree } = (await import(`${root}testing/jest/process-tree.mjs`)) as {
  processorTree(pid?: number, isApart?: (command: string) => boolean): { total: number; apart: ReadonlyMap<number, number> } | undefined;
};

describe('the budget of a ring', () => {
  it('is exceeded by more than a quarter, and not by less', () => {
    expect(faultOf({ ring: 'test', ratio: 1_250 }, { test: 1_000 })).toBeUndefined();
    expect(faultOf({ ring: 'test', ratio: 1_260 }, { test: 1_000 })).toContain('npm test takes 1260 times');
  });

  it('is there for each ring that every change runs', () => {
    const budgets = JSON.parse(readFileSync(`${root}testing/budget.json`, 'utf8')) as Budgets;
    expect(Object.keys(budgets)).toEqual(expect.arrayContaining(['test', 'whole']));
  });
});

describe('testing/times.json', () => {
  it('has steps of twice the time, sorted by file, without short ones', () => {
    expect(Object.entries(roundedTimes({ b: 6, a: 71, c: 2, d: 12 }))).toEqual([
      ['a', 80],
      ['b', 5],
      ['d', 10],
    ]);
  });

  it('names files that are there, in the form in which it is written', () => {
    const times = readTimes(root);
    expect(Object.keys(times).length).toBeGreaterThan(10);
    expect(JSON.stringify(roundedTimes(times))).toBe(JSON.stringify(times));
    for (const file of Object.keys(times)) expect(readFileSync(root + file, 'utf8')).toContain('it');
  });
});

// Times of processes are read from /proc.
if (process.platform === 'linux')
  describe('the processor time of a test file', () => {
    it('has that of a process that it started, while it runs and when it has ended', async () => {
      const before = processorTree()!.total;
      const program =
        'for (const until = process.cpuUsage().user + 4e5; process.cpuUsage().user < until;); console.log(1); setInterval(() => {}, 9)';
      const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'ignore'] });
      await once(child.stdout, 'data');
      expect(processorTree()!.total - before).toBeGreaterThan(0.3);
      const { apart } = processorTree(process.pid, (command) => command.includes('--eval'))!;
      expect(apart.get(child.pid!)).toBeGreaterThan(0.3);
      child.kill('SIGKILL');
      await once(child, 'close');
      expect(processorTree()!.total - before).toBeGreaterThan(0.3);
    });
  });
