import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request } from 'autocannon';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { median, type Measured } from '../figures.js';
import type { LoadRequest } from '../load.js';
import { approveConsents } from '../measured-bank.js';
import { program, askProgram } from '../programs.js';
import { npmStart, settingsIn, type Running } from './npm-start.js';
import { hasProcessFigures, processorSecondsOf } from './process-tree.js';
import { readsOfAccounts, readsOfAllProducts } from './reads-of-all-products.js';

interface TogetherOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly consents: number;
}

type Log = (line: string) => void;

/** Reads a second that one process answers with requests to all services, as a share of those of ais-pis in a process of its own. */
const mark = 0.8;
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A started bank and its two loads. */
interface LoadedBank {
  readonly running: Running;
  readonly url: string;
  readonly all: readonly Request[];
  readonly accounts: readonly Request[];
}

interface Arm {
  readonly what: string;
  readonly bank: LoadedBank;
  readonly requests: readonly Request[];
}

/** A round of an arm. */
interface Reads {
  readonly perSecond: number;
  /** Per second of processor time of the bank, PostgreSQL included: other work on the machine changes it less. */
  readonly perProcessorSecond: number;
}

/**
 * Measures the reads a second of `npm start` in one process beside those of separate processes: requests to all services, and to ais-pis
 * alone. Both banks run throughout and are loaded in turn. True if the mark is met and every request was answered.
 */
export async function benchTogether(options: TogetherOptions, log: Log): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-together-'));
  // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  const banks: LoadedBank[] = [];
  try {
    for (const processes of ['one', 'separate']) banks.push(await start(folder, processes, options.consents));
    const [one, separate] = banks as [LoadedBank, LoadedBank];
    const arms: readonly Arm[] = [
      { what: 'one process, all services', bank: one, requests: one.all },
      { what: 'separate processes, all services', bank: separate, requests: separate.all },
      { what: 'separate processes, ais-pis alone', bank: separate, requests: separate.accounts },
      { what: 'one process, ais-pis alone', bank: one, requests: one.accounts },
    ];
    return report(arms, await roundsOf(arms, options), log);
  } finally {
    for (const { running } of banks) await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(folder: string, processes: string, consents: number): Promise<LoadedBank> {
  const files = join(folder, processes);
  mkdirSync(files);
  const settings: NodeJS.ProcessEnv = { ...(await settingsIn(files)), PROCESSES: processes };
  const running = await npmStart(root, settings);
  try {
    const operator = JSON.parse(readFileSync(join(settings['HOME']!, '.openbank', `${settings['PORT']}.json`), 'utf8')) as OperatorFile;
    const permitted = await approveConsents(operator, consents);
    return { running, url: operator.baseUrl, all: await readsOfAllProducts(operator, permitted), accounts: readsOfAccounts(permitted) };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** The rounds of each arm. The first, in which code is loaded and compiled, is not one of them. */
async function roundsOf(arms: readonly Arm[], { rounds, seconds, connections }: TogetherOptions): Promise<Reads[][]> {
  const load = program('load');
  const figures: Reads[][] = arms.map(() => []);
  try {
    for (let round = 0; round <= rounds; round += 1)
      for (const [at, { what, bank, requests }] of arms.entries()) {
        const before = processorSeconds(bank);
        const measured = await askProgram<Measured>(load, { url: bank.url, requests, connections, seconds } satisfies LoadRequest);
        if (measured.failed > 0) throw new Error(`${what}: ${measured.failed} reads failed: the figures would be of another load.`);
        const { perSecond } = measured;
        if (round > 0) figures[at]!.push({ perSecond, perProcessorSecond: (perSecond * seconds) / (processorSeconds(bank) - before) });
      }
  } finally {
    load.kill();
  }
  return figures;
}

const processorSeconds = ({ running }: LoadedBank): number => (hasProcessFigures ? processorSecondsOf(running.pid) : Number.NaN);

function report(arms: readonly Arm[], figures: readonly Reads[][], log: Log): boolean {
  const alone = figures[2]!;
  log(`${''.padEnd(36)}${'reads/s'.padStart(9)}${'ratio'.padStart(8)}${'of rounds'.padStart(13)}${'per processor s'.padStart(17)}`);
  const ratios = figures.map((rounds) => rounds.map(({ perSecond }, round) => perSecond / alone[round]!.perSecond));
  for (const [at, { what }] of arms.entries()) {
    const rounds = figures[at]!;
    const [rate, ratio] = [median(rounds.map(({ perSecond }) => perSecond)), median(ratios[at]!)];
    const range = `${Math.min(...ratios[at]!).toFixed(2)}-${Math.max(...ratios[at]!).toFixed(2)}`;
    const perProcessorSecond = median(rounds.map((round) => round.perProcessorSecond));
    log(
      what.padEnd(36) +
        rate.toFixed(0).padStart(9) +
        ratio.toFixed(2).padStart(8) +
        range.padStart(13) +
        perProcessorSecond.toFixed(0).padStart(17),
    );
  }
  const reached = median(ratios[0]!);
  log(`one process, all services, to ais-pis alone: ${reached.toFixed(2)}, mark ${mark}  ${reached >= mark ? 'met' : 'MISSED'}`);
  return reached >= mark;
}
