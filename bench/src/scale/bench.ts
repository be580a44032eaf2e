import { availableParallelism } from 'node:os';
import pg from 'pg';
import { writeResults } from '../results.js';
import { copyFloor } from './copy-floor.js';
import type { Growth } from './growth.js';
import type { Latency } from './latency.js';
import { plansOf, type ShownPlan } from './plans.js';
import { samplePayments } from './sampled-payments.js';
import { longHistory, sampleReads, type Sample } from './sampled-reads.js';
import type { Sampled } from './sampled.js';
import { SizedBank } from './sized-bank.js';

export interface ScaleBench {
  /** How many entries the bank has at each size, in ascending order. */
  readonly sizes: readonly number[];
  readonly today: string;
}

/** What was measured at one size. */
interface SizeFigures {
  readonly entries: number;
  readonly load: Growth;
  /** Entries per second by COPY alone. */
  readonly copyFloor: number;
  readonly latencies: readonly Latency[];
  /** The same of the bank of the smallest size, measured in turn with them. */
  readonly smallest: readonly Latency[] | undefined;
  readonly indexLevel: number;
  readonly plans: readonly ShownPlan[];
}

type Log = (line: string) => void;

/** Median and 99th percentile at a size are at most so many times those at the smallest; a deep page so many times the first. */
const mark = 1.2;
const loadMark = 100_000;
/**
 * Rounds at the sizes on the way, and at the largest, by which the marks are judged: the 99th percentile of a round is its fourth slowest
 * request, and the median of 11 of them is not steady to a fifth.
 */
const rounds = { onTheWay: { reads: 11, payments: 5 }, largest: { reads: 41, payments: 31 } } as const;

/**
 * Loads a bank to one size after another and measures the same reads and payments at each, in turn with those of a second bank that stays
 * at the smallest size: so both figures of a ratio are taken within the same minutes. Returns whether all marks were met.
 */
export async function benchScale({ sizes, today }: ScaleBench, log: Log): Promise<boolean> {
  const banks: SizedBank[] = [];
  try {
    while (banks.length < Math.min(2, sizes.length)) banks.push(await SizedBank.start(1 + banks.length, log));
    log(`${availableParallelism()} cores for PostgreSQL, the services, the load and the load generator together; Node ${process.version}.`);
    const figures = await measured(banks, { sizes, today }, log);
    log(`\n${writeResults('scale', { sizes, mark, loadMark }, figures)}`);
    return meetsMarks(figures, log);
  } finally {
    for (const bank of banks) await bank.close();
  }
}

async function measured([growing, small]: readonly SizedBank[], { sizes, today }: ScaleBench, log: Log): Promise<SizeFigures[]> {
  const { bank, owner } = growing!;
  const figures: SizeFigures[] = [];
  await small?.growTo(sizes[0]!, today, log);
  for (const entries of sizes) {
    const load = await growing!.growTo(entries, today, log);
    const indexLevel = await levelOf(bank.adminUrl!, owner, 'entry_pkey');
    const sampled: Sampled[] = [];
    for (const one of small && figures.length > 0 ? [growing!, small] : [growing!]) sampled.push(await one.sampled());
    const of = entries === sizes.at(-1) ? rounds.largest : rounds.onTheWay;
    const reads = await sampleReads(sampled, today, of.reads);
    const payments = await samplePayments(sampled, today, of.payments);
    const [latencies, smallest] = reads.map((read, at) => [...read, payments[at]!]);
    const plans = await plansOf(owner, sampled[0]!.accounts, today);
    const floor = await copyFloor(bank.ownerUrls['ais-pis'], entries);
    figures.push({ entries, load, copyFloor: floor, latencies: latencies!, smallest, indexLevel, plans });
    show(figures.at(-1)!, log);
  }
  return figures;
}

/** The level of a B-tree's root, from its first page: how many pages lie between it and an entry. */
async function levelOf(adminUrl: string, owner: pg.Pool, index: string): Promise<number> {
  const { rows } = await owner.query<{ path: string }>('select pg_relation_filepath($1::regclass) as path', [index]);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    // The page is read from its file; and what a load has left in memory is not written beside whatever is measured next.
    await admin.query('checkpoint');
    const page = await admin.query<{ head: Buffer }>('select pg_read_binary_file($1, 0, 64) as head', [rows[0]!.path]);
    // The page's header takes 24 bytes; then magic, version, root and level, four bytes each.
    return page.rows[0]!.head.readUInt32LE(36);
  } finally {
    await admin.end();
  }
}

const ms = (value: number): string => value.toFixed(2).padStart(9);

function show({ entries, load, copyFloor: floor, latencies, smallest, indexLevel, plans }: SizeFigures, log: Log): void {
  log(
    `\n${entries.toLocaleString('en-US')} entries: ${load.perSecond.toFixed(0)} entries/s loaded, ${load.seconds.toFixed(0)} s, ${(load.perSecond / floor).toFixed(2)} of COPY alone on two connections (${floor.toFixed(0)}/s); the index of entries has its root at level ${indexLevel}`,
  );
  log(`${''.padEnd(54)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${smallest ? '   beside, of the smallest size' : ''}`);
  for (const [at, { what, p50, p99 }] of latencies.entries()) {
    const beside = smallest?.[at];
    log(`${what.padEnd(54)}${ms(p50)}${ms(p99)}${beside ? `${ms(beside.p50)}${ms(beside.p99)}` : ''}`);
  }
  for (const { statement, nodes, buffers } of plans) log(`${statement}: ${nodes.join(', ')}; ${buffers} buffers`);
}

/** Compares the largest size with the smallest, and a deep page with the first one. */
function meetsMarks(figures: readonly SizeFigures[], log: Log): boolean {
  const [smallest, largest] = [figures[0]!, figures.at(-1)!];
  const verdicts: [what: string, ratio: number][] = [];
  for (const [at, { what, p50, p99 }] of largest.latencies.entries()) {
    const before = largest.smallest?.[at];
    if (before) verdicts.push([`${what}, p50`, p50 / before.p50], [`${what}, p99`, p99 / before.p99]);
  }
  const of = (sample: Sample): Latency => largest.latencies.find(({ what }) => what === `${sample}, one at a time`)!;
  verdicts.push([`${longHistory.deep} to ${longHistory.first}, p50`, of(longHistory.deep).p50 / of(longHistory.first).p50]);
  log(
    `\nat ${largest.entries.toLocaleString('en-US')} entries, as a multiple of the value at ${smallest.entries.toLocaleString('en-US')}:`,
  );
  for (const [what, ratio] of verdicts) log(`${what.padEnd(80)}${ratio.toFixed(2).padStart(7)}${ratio > mark ? `  above ${mark}` : ''}`);
  const slowest = Math.min(...figures.filter(({ entries }) => entries >= 1e6).map(({ load }) => load.perSecond));
  if (slowest < loadMark) log(`the load took ${slowest.toFixed(0)} entries/s, below ${loadMark}`);
  return verdicts.every(([, ratio]) => ratio <= mark) && !(slowest < loadMark);
}
