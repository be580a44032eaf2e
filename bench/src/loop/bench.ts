import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areMet, tableOf, type Compared } from '../against.js';
import { checkOut, isChanged, type CommitWorktree } from '../commit-worktree.js';
import { median } from '../figures.js';
import { npmStart, settingsIn } from '../start/npm-start.js';
import { hasProcessFigures, processorSecondsOf } from '../start/process-tree.js';
import { editToAnswer } from './edit-to-answer.js';
import { measuredCommand, totalCost, type Cost } from '../start/measured-command.js';

interface LoopOptions {
  /** The commit to compare with. */
  readonly against: string;
  /** How often each figure is measured, for both commits by turns. */
  readonly pairs: number;
  readonly parts: readonly Part[];
  /** All rings of tests, not the first alone. */
  readonly campaign: boolean;
}

const allParts = ['start', 'edit', 'test'] as const;
type Part = (typeof allParts)[number];

/** The parts that a list with commas names; all where it is empty. Throws where it names another one. */
export function partsOf(list: string): readonly Part[] {
  if (list === '') return allParts;
  return list.split(',').map((name) => {
    const part = allParts.find((one) => one === name);
    if (!part) throw new Error(`There is no part ${name}: it must be one of ${allParts.join(', ')}.`);
    return part;
  });
}

/** The figures of one checkout. */
interface Loop {
  readonly install: Cost[];
  readonly firstStart: Cost[];
  readonly edit: number[];
  readonly firstRing: Cost[];
  readonly allRings: Cost[];
}

interface Side {
  readonly checkout: CommitWorktree;
  readonly loop: Loop;
}

type Log = (line: string) => void;

const editsInARow = 4;
const marks = { start: 0.8, edit: 1, firstRing: 0.4, allRings: 0.7 };
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Measures what a developer waits for, of the last commit here and of another one. True if all ratios are within their marks. */
export async function benchLoop(options: LoopOptions, log: Log): Promise<boolean> {
  if (!hasProcessFigures) throw new Error('Processor time is read from /proc, which this system does not have.');
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-loop-'));
  // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  const checkouts: CommitWorktree[] = [];
  const side = (commit: string, name: string): Side => {
    const checkout = checkOut(root, commit, join(folder, name));
    checkouts.push(checkout);
    return { checkout, loop: { install: [], firstStart: [], edit: [], firstRing: [], allRings: [] } };
  };
  try {
    if (isChanged(root)) log('what is not committed is not measured');
    const [ours, theirs] = [side('HEAD', 'ours'), side(options.against, 'theirs')];
    await measure([ours, theirs], folder, options, log);
    const compared = comparedOf(ours.loop, theirs.loop);
    for (const line of tableOf(compared, { ours: ours.checkout.name, theirs: theirs.checkout.name })) log(line);
    return areMet(compared);
  } finally {
    for (const checkout of checkouts) checkout.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(sides: readonly Side[], folder: string, { pairs, parts, campaign }: LoopOptions, log: Log): Promise<void> {
  for (let pair = 0; pair < pairs; pair += 1)
    for (const { checkout, loop } of sides) {
      log(`${checkout.name}: npm ci`);
      const install = await measuredCommand(checkout.folder, ['npm', 'ci', '--no-audit', '--no-fund']);
      if (parts.includes('start')) {
        log(`${checkout.name}: npm start, the first time`);
        loop.install.push(install);
        loop.firstStart.push(await firstStart(checkout.folder, folder));
      }
      if (parts.includes('edit')) {
        log(`${checkout.name}: from an edit to its answer`);
        loop.edit.push(...(await editToAnswer(checkout.folder, folder, editsInARow)));
      }
      if (parts.includes('test')) await test(checkout, loop, campaign, log);
    }
}

/** `npm start` without anything compiled, cached or made before. */
async function firstStart(checkout: string, folder: string): Promise<Cost> {
  const data = join(folder, 'start');
  mkdirSync(data);
  await measuredCommand(checkout, ['git', 'clean', '-fdxq', '--exclude=node_modules']);
  const { pid, seconds, stop } = await npmStart(checkout, await settingsIn(data));
  const processorSeconds = processorSecondsOf(pid);
  await stop();
  rmSync(data, { recursive: true, force: true });
  return { seconds, processorSeconds };
}

/** The rings that a commit has: before there were three, `npm test` ran all tests. */
async function test({ name, folder }: CommitWorktree, { firstRing, allRings }: Loop, campaign: boolean, log: Log): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: Readonly<Record<string, string>> };
  const others = campaign ? ['test:whole', 'campaign'].filter((script) => script in scripts) : [];
  const costs: Cost[] = [];
  for (const script of ['test', ...others]) {
    log(`${name}: npm run ${script}`);
    // A test that fails takes its time too.
    costs.push(await measuredCommand(folder, ['npm', 'run', script], log));
  }
  firstRing.push(costs[0]!);
  if (campaign) allRings.push(totalCost(...costs));
}

function comparedOf(ours: Loop, theirs: Loop): Compared[] {
  const figure = (what: string, unit: string, of: (loop: Loop) => readonly number[], mark?: number): Compared[] =>
    of(ours).length === 0 ? [] : [{ what, unit, ours: median(of(ours)), theirs: median(of(theirs)), mark }];
  const both = ({ install, firstStart }: Loop): Cost[] => install.map((cost, at) => totalCost(cost, firstStart[at]!));
  const clock = (costs: readonly Cost[]): number[] => costs.map(({ seconds }) => seconds);
  const processor = (costs: readonly Cost[]): number[] => costs.map(({ processorSeconds }) => processorSeconds);
  return [
    figure('npm ci', 's of processor time', ({ install }) => processor(install)),
    figure('npm start, the first time', 's of processor time', ({ firstStart }) => processor(firstStart)),
    figure('both', 's of processor time', (loop) => processor(both(loop)), marks.start),
    figure('both', 's', (loop) => clock(both(loop)), marks.start),
    figure('from an edit of cards to its answer', 's', ({ edit }) => edit, marks.edit),
    figure('npm test', 's of processor time', ({ firstRing }) => processor(firstRing), marks.firstRing),
    figure('all rings of tests', 's of processor time', ({ allRings }) => processor(allRings), marks.allRings),
  ].flat();
}
