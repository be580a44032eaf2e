import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { feedInternal } from '@open-banking/spec';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { expectSuccess, internalCall } from '@open-banking/operator-client';
import pg from 'pg';
import { percentile } from '../figures.js';
import { openBank, type MeasuredBank } from '../measured-bank.js';
import { writeResults } from '../results.js';
import { readSteadily } from '../start/steady-load.js';
import { requestsOf, targets } from '../targets.js';

export interface FeedOptions {
  readonly consents: number;
  /** Changes sent as fast as they are taken. */
  readonly changes: number;
  /** The length of the steady part. */
  readonly seconds: number;
  readonly today: string;
}

const linesTogether = 500;
const steadyPerSecond = 2_000;
const readsPerSecond = 500;
const marks = { perSecond: 5_000, lagMs: 1_000 };

/** A core that books entries on the accounts of a bank, each a step. */
class FeedSender {
  readonly #source = `core-${randomUUID()}`;
  #position = 0;

  constructor(
    private readonly operator: OperatorFile,
    private readonly accountIds: readonly string[],
    private readonly today: string,
  ) {}

  #line(): string {
    this.#position += 1;
    return JSON.stringify({
      source: this.#source,
      position: this.#position,
      type: 'entry',
      accountId: this.accountIds[(this.#position * 7_919) % this.accountIds.length],
      transactionId: `T${this.#position}`,
      bookingDate: this.today,
      valueDate: this.today,
      amount: this.#position % 2 === 0 ? '1.00' : '-1.00',
      bankTransactionCode: 'PMNT-RCDT-ESCT',
      creditorName: 'Corner shop',
      remittanceUnstructured: `Purchase ${this.#position}`,
    });
  }

  async send(count: number): Promise<void> {
    const lines = Array.from({ length: count }, () => this.#line());
    const answer = await internalCall(this.operator, 'ais-pis', feedInternal.applyFeed, lines.join('\n'), {}, 'application/x-ndjson');
    const [{ applied } = { applied: 0 }] = expectSuccess<{ sources: { applied: number }[] }>('feed', answer).sources;
    if (applied !== count) throw new Error(`${applied} of ${count} changes were applied: ${answer.text}`);
  }
}

/**
 * Measures how fast changes of a core are taken, and how long each waits for its commit at a steady rate beside reads of the same accounts.
 * False: a mark was missed.
 */
export async function benchFeed({ consents, changes, seconds, today }: FeedOptions, log: (line: string) => void): Promise<boolean> {
  const opened = await openBank(consents, { LOG_LEVEL: 'info' }, log);
  try {
    const operator = JSON.parse(readFileSync(opened.bank.operatorFile, 'utf8')) as OperatorFile;
    const core = new FeedSender(operator, await allAccountIds(operator), today);
    await core.send(linesTogether);
    const began = performance.now();
    for (let sent = 0; sent < changes; sent += linesTogether) await core.send(linesTogether);
    const perSecond = (1_000 * changes) / (performance.now() - began);
    log(`\n${Math.round(perSecond)} changes a second, ${linesTogether} together (mark ${marks.perSecond})`);

    const [lags, reads] = await Promise.all([steadily(core, seconds), readBeside(opened, seconds)]);
    const figures = { perSecond, p50Ms: percentile(lags, 0.5), p99Ms: percentile(lags, 0.99), reads };
    log(
      `at ${steadyPerSecond}/s beside ${reads.answered} reads in ${seconds} s (${reads.failed} failed): lag p50 ${figures.p50Ms.toFixed(0)} ms, p99 ${figures.p99Ms.toFixed(0)} ms (mark ${marks.lagMs})`,
    );
    log(writeResults('feed', { linesTogether, changes, seconds, steadyPerSecond, readsPerSecond }, figures));
    return perSecond >= marks.perSecond && figures.p99Ms <= marks.lagMs && reads.failed === 0;
  } finally {
    await opened.close();
  }
}

async function allAccountIds({ databases }: OperatorFile): Promise<string[]> {
  const client = new pg.Client({ connectionString: databases!['ais-pis'] });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select account_id as id from account order by account_id limit 5000');
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/**
 * Changes come at a steady rate and are sent as `openbank feed` does: what waits goes together. Returns how long each waited, ascending.
 */
async function steadily(core: FeedSender, seconds: number): Promise<number[]> {
  const began = performance.now();
  const total = steadyPerSecond * seconds;
  const cameAt = (index: number): number => began + (1_000 * index) / steadyPerSecond;
  const lags: number[] = [];
  for (let sent = 0; sent < total;) {
    const come = Math.min(total, Math.floor(((performance.now() - began) * steadyPerSecond) / 1_000) + 1);
    const count = Math.min(linesTogether, come - sent);
    if (count <= 0) {
      await pause(1);
      continue;
    }
    await core.send(count);
    const now = performance.now();
    for (let index = sent; index < sent + count; index += 1) lags.push(now - cameAt(index));
    sent += count;
  }
  return lags.sort((a, b) => a - b);
}

const readBeside = ({ bank, consents }: MeasuredBank, seconds: number) =>
  readSteadily(`http://127.0.0.1:${bank.services['ais-pis'].port}`, requestsOf(targets('')[0]!, consents), readsPerSecond, seconds);
