import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { addClient, ThirdParty, type Bank, type OperatorFile } from '@open-banking/sandbox';
import pg from 'pg';
import { temporaryBank } from '../measured-bank.js';
import { openAccounts } from '../payments/accounts.js';
import { writeResults } from '../results.js';
import { copyFloor } from './copy-floor.js';
import { grow, type Growth } from './growth.js';
import { plansOf, type ShownPlan } from './plans.js';
import { samplePayments } from './sampled-payments.js';
import { longHistory, sampledAccounts, sampleReads, type Latency, type Sample } from './sampled-reads.js';

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
  readonly indexLevel: number;
  readonly plans: readonly ShownPlan[];
}

type Log = (line: string) => void;

/** Median and 99th percentile at a size are at most so many times those at the smallest; a deep page so many times the first. */
const mark = 1.2;
const loadMark = 100_000;
const paymentAccounts = 200;

/** Loads a bank to one size after another and measures the same reads and payments at each. Returns whether all marks were met. */
export async function benchScale({ sizes, today }: ScaleBench, log: Log): Promise<boolean> {
  const { folder, bank, close } = await temporaryBank({
    demoBank: { customers: 1, seed: 'bench' },
    services: ['ais-pis'],
    settings: { LOG_LEVEL: 'info' },
    postgresFlags: ['-c', 'shared_buffers=1GB', '-c', 'max_wal_size=8GB', '-c', 'checkpoint_timeout=30min'],
    log,
  });
  const owner = new pg.Pool({ connectionString: bank.ownerUrls['ais-pis'], max: 4 });
  try {
    log(`${availableParallelism()} cores for PostgreSQL, the service, the load and the load generator together; Node ${process.version}.`);
    const figures = await measured(bank, owner, folder, { sizes, today }, log);
    log(`\n${writeResults('scale', { sizes, mark, loadMark }, figures)}`);
    return judged(figures, log);
  } finally {
    await owner.end();
    await close();
  }
}

async function measured(bank: Bank, owner: pg.Pool, folder: string, { sizes, today }: ScaleBench, log: Log): Promise<SizeFigures[]> {
  const operator = JSON.parse(readFileSync(bank.operatorFile, 'utf8')) as OperatorFile;
  const client = await addClient(operator, { name: 'Bench', roles: ['PSP_AI', 'PSP_PI'], redirectUri: 'http://127.0.0.1/back' });
  let addresses = 0;
  const partyAt = (address: number) =>
    new ThirdParty(operator.baseUrl, client, process.platform === 'linux' ? `127.0.1.${1 + addresses + address}` : undefined);
  const paying = await openAccounts(owner, paymentAccounts);
  const figures: SizeFigures[] = [];
  let from = 0;
  for (const entries of sizes) {
    const load = await grow({ bank, owner, folder }, { from, entries, until: today }, log);
    const indexLevel = await levelOf(bank.adminUrl!, owner, 'entry_pkey');
    from = entries;
    const sampled = await sampledAccounts(partyAt, owner, entries);
    addresses += 20;
    const reads = await sampleReads(bank, sampled, today);
    const { access_token: token } = await partyAt(0).clientToken('payments', 'PIS');
    const payments = await samplePayments(bank, owner, { token, clientId: client.clientId }, paying, today);
    const plans = await plansOf(owner, sampled, today);
    const floor = await copyFloor(bank.ownerUrls['ais-pis'], entries);
    figures.push({ entries, load, copyFloor: floor, latencies: [...reads, ...payments], indexLevel, plans });
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

function show({ entries, load, copyFloor: floor, latencies, indexLevel, plans }: SizeFigures, log: Log): void {
  log(
    `\n${entries.toLocaleString('en-US')} entries: ${load.perSecond.toFixed(0)} entries/s loaded, ${load.seconds.toFixed(0)} s, ${(load.perSecond / floor).toFixed(2)} of COPY alone on two connections (${floor.toFixed(0)}/s); the index of entries has its root at level ${indexLevel}`,
  );
  log(`${''.padEnd(54)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}`);
  for (const { what, p50, p99 } of latencies) log(`${what.padEnd(54)}${ms(p50)}${ms(p99)}`);
  for (const { statement, nodes, buffers } of plans) log(`${statement}: ${nodes.join(', ')}; ${buffers} buffers`);
}

/** Compares the largest size with the smallest, and a deep page with the first one. */
function judged(figures: readonly SizeFigures[], log: Log): boolean {
  const [smallest, largest] = [figures[0]!, figures.at(-1)!];
  const verdicts: [what: string, ratio: number][] = [];
  if (figures.length > 1)
    for (const { what, p50, p99 } of largest.latencies) {
      const before = smallest.latencies.find((one) => one.what === what)!;
      verdicts.push([`${what}, p50`, p50 / before.p50], [`${what}, p99`, p99 / before.p99]);
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
