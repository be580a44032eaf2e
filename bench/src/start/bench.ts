import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { areMet, tableOf, type Compared } from '../against.js';
import { checkOut } from '../commit-worktree.js';
import { median } from '../figures.js';
import { measuredCommand } from './measured-command.js';
import { approveConsents } from '../measured-bank.js';
import { requestsOf, targets } from '../targets.js';
import { copySources } from './clean-copy.js';
import { npmStart, settingsIn, type Running } from './npm-start.js';
import { hasProcessFigures, memoryOf, processorSecondsOf } from './process-tree.js';
import { readSteadily } from './steady-load.js';

interface StartOptions {
  /** How long the load lasts, and after it the idle time that is measured. */
  readonly seconds: number;
  readonly consents: number;
  readonly dateFrom: string;
  /** Another commit to compare with. The marks are then those of the ratios. */
  readonly against?: string | undefined;
}

interface Figure {
  readonly what: string;
  readonly value: number;
  readonly max: number;
  readonly unit: string;
  /** The most that its ratio to that of another commit may be. */
  readonly maxRatio?: number;
}

type Log = (line: string) => void;

const readsPerSecond = 300;
const startsAgain = 3;
/** In which what the load has left behind is done: counts are stored, idle connections closed. */
const settlingMs = 30_000;
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Measures `npm start` in a copy of the sources in which nothing is compiled. True if all figures are within their marks. */
export async function benchStart(options: StartOptions, log: Log): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-start-'));
  // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  try {
    const sources = join(folder, 'bank');
    log('copying the sources');
    copySources(root, sources);
    const figures = await measuredIn(sources, folder, 'ours', options, log);
    if (options.against !== undefined) return await isWithinRatios(figures, options.against, folder, options, log);
    for (const { what, value, max, unit } of figures)
      log(
        `${what.padEnd(44)} ${value.toFixed(1).padStart(7)} ${unit.padEnd(12)} mark ${String(max).padStart(4)}  ${value <= max ? 'met' : 'MISSED'}`,
      );
    return figures.every(({ value, max }) => value <= max);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures another commit in the same way, with packages of its own, and prints both and their ratios. */
async function isWithinRatios(ours: readonly Figure[], against: string, folder: string, options: StartOptions, log: Log): Promise<boolean> {
  const checkout = checkOut(root, against, join(folder, 'against'));
  try {
    log(`${checkout.name}: npm ci`);
    await measuredCommand(checkout.folder, ['npm', 'ci', '--no-audit', '--no-fund']);
    const theirs = await measuredIn(checkout.folder, folder, 'theirs', options, log);
    const compared = ours.map(({ what, unit, value, maxRatio }): Compared => {
      const other = theirs.find((one) => one.what === what)!;
      return { what: what.trim(), unit, ours: value, theirs: other.value, mark: maxRatio };
    });
    for (const line of tableOf(compared, { ours: 'here', theirs: checkout.name })) log(line);
    return areMet(compared);
  } finally {
    checkout.remove();
  }
}

/** Measures a bank whose files lie in a folder of that name. */
async function measuredIn(sources: string, folder: string, name: string, options: StartOptions, log: Log): Promise<Figure[]> {
  const files = join(folder, name);
  mkdirSync(files);
  return measured(sources, await settingsIn(files), options, log);
}

async function measured(sources: string, settings: NodeJS.ProcessEnv, options: StartOptions, log: Log): Promise<Figure[]> {
  const figures: Figure[] = [];
  const first = await npmStart(sources, settings);
  figures.push({ what: 'npm start, the first time', value: first.seconds, max: 15, unit: 's' });
  try {
    if (hasProcessFigures) figures.push(...(await figuresOfRunning(first, settings, options, log)));
    else log('memory and idle time are not measured: they are read from /proc, which this system does not have');
  } finally {
    await first.stop();
  }
  const again: number[] = [];
  const processor: number[] = [];
  for (let start = 0; start < startsAgain; start += 1) {
    const bank = await npmStart(sources, settings);
    again.push(bank.seconds);
    if (hasProcessFigures) processor.push(processorSecondsOf(bank.pid));
    await bank.stop();
  }
  figures.push({ what: `npm start again (median of ${startsAgain})`, value: median(again), max: 4, unit: 's', maxRatio: 0.6 });
  if (processor.length > 0) figures.push({ what: '  processor time of it', value: median(processor), max: 4, unit: 's', maxRatio: 0.5 });
  return figures;
}

/** Of the bank that was just opened for the first time: memory after a load, then processor time while nobody asks. */
async function figuresOfRunning(
  { pid }: Running,
  { HOME, PORT }: NodeJS.ProcessEnv,
  { seconds, consents, dateFrom }: StartOptions,
  log: Log,
): Promise<Figure[]> {
  const operator = JSON.parse(readFileSync(join(HOME!, '.openbank', `${PORT}.json`), 'utf8')) as OperatorFile;
  const permitted = await approveConsents(operator, consents);
  const requests = targets(dateFrom).flatMap((target) => requestsOf(target, permitted));
  const { answered, failed } = await readSteadily(operator.baseUrl, requests, readsPerSecond, seconds);
  log(`${answered} reads in ${seconds} s, ${failed} failed`);
  if (failed > 0) throw new Error(`${failed} reads failed: the figures would be of another load.`);
  const memory = memoryOf(pid);
  await pause(settlingMs);
  const before = processorSecondsOf(pid);
  await pause(seconds * 1_000);
  const idle = (processorSecondsOf(pid) - before) / seconds;
  return [
    { what: `memory after ${readsPerSecond} reads/s for ${seconds} s`, value: memory, max: 540, unit: 'MB (Pss)', maxRatio: 0.6 },
    { what: 'processor time while nobody asks', value: idle * 100, max: 1.4, unit: '% of a core', maxRatio: 0.6 },
  ];
}
