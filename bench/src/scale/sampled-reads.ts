import { randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { aisPis } from '@open-banking/spec';
import { grantConsent, type Bank, type ThirdParty } from '@open-banking/sandbox';
import type pg from 'pg';
import { percentile } from '../figures.js';
import { accountIdOf, accountsOf, loginOf, password, psuIdOf } from './entry-lines.js';
import { writeTextsOf } from './growth.js';

/** What is measured of one kind of request. */
export interface Latency {
  readonly what: string;
  readonly p50: number;
  readonly p99: number;
}

/** An account with the consent of its customer. The first one has the longest history. */
export interface SampledAccount {
  readonly accountId: string;
  readonly psuId: string;
  readonly consentId: string;
  readonly token: string;
}

export const longHistory = { first: 'first page of the longest history', deep: 'page 150 of the longest history' } as const;
export type Sample = (typeof longHistory)[keyof typeof longHistory] | 'balances' | 'first page of 100 transactions';

const sampledCount = 40;
/** The pages limit what one address asks. */
const consentsOfAddress = 5;
const deepPage = 150;
const requestsOfSample = 1_000;
const atOnce = 8;

interface Asked {
  readonly path: string;
  readonly account: SampledAccount;
}

/** Accounts spread over the whole bank, with consents that their customers approve on the bank's pages. */
export async function sampledAccounts(
  partyAt: (address: number) => ThirdParty,
  owner: pg.Pool,
  entries: number,
): Promise<SampledAccount[]> {
  const accounts = accountsOf(entries);
  const step = Math.max(1, Math.floor((accounts - 1) / (sampledCount - 1)));
  const numbers = [...new Set(Array.from({ length: sampledCount }, (_, at) => Math.min(accounts - 1, at * step)))];
  const sampled: SampledAccount[] = [];
  for (const [at, number] of numbers.entries()) {
    const login = { login: loginOf(number), password, leaveOut: true };
    const { consentId, token } = await grantConsent(partyAt(Math.floor(at / consentsOfAddress)), login, {
      access: { allPsd2: 'allAccounts' },
    });
    sampled.push({ accountId: accountIdOf(number), psuId: psuIdOf(number), consentId, token });
  }
  const ids = sampled.map(({ accountId }) => accountId);
  await writeTextsOf(owner, ids);
  return sampled;
}

/** Measures the reads one at a time and a few at once. The kinds take turns, so that what else the machine does affects all. */
export async function sampleReads(bank: Bank, sampled: readonly SampledAccount[], today: string): Promise<Latency[]> {
  const client = new Reader(`http://127.0.0.1:${bank.services['ais-pis'].port}`);
  try {
    const since = new Date(Date.parse(today) - 599 * 86_400_000).toISOString().slice(0, 10);
    const page = (account: SampledAccount): Asked => ({
      account,
      path: `${pathOf(aisPis.listTransactions.path, account)}?bookingStatus=booked&dateFrom=${since}&limit=100`,
    });
    const [longest] = sampled as [SampledAccount];
    const kinds: Readonly<Record<Sample, readonly Asked[]>> = {
      balances: sampled.map((account) => ({ account, path: pathOf(aisPis.readAccountBalances.path, account) })),
      'first page of 100 transactions': sampled.slice(1).map(page),
      [longHistory.first]: [page(longest)],
      [longHistory.deep]: [{ account: longest, path: await client.pageAfter(page(longest), deepPage) }],
    } as Readonly<Record<Sample, readonly Asked[]>>;
    for (const asked of Object.values(kinds)) await client.timed(asked, 200, atOnce);
    const latencies: Latency[] = [];
    for (const [lanes, how] of [
      [1, 'one at a time'],
      [atOnce, `${atOnce} at once`],
    ] as const) {
      const took = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
      for (let round = 0; round < 5; round += 1)
        for (const [kind, asked] of Object.entries(kinds))
          took.get(kind)!.push(...(await client.timed(asked, requestsOfSample / 5, lanes)));
      for (const [kind, times] of took) latencies.push(latencyOf(`${kind}, ${how}`, times));
    }
    return latencies;
  } finally {
    client.close();
  }
}

const pathOf = (path: string, { accountId }: SampledAccount): string => path.replace(/\{[^}]+\}/, accountId);

export function latencyOf(what: string, times: readonly number[]): Latency {
  const ascending = times.toSorted((a, b) => a - b);
  return { what, p50: percentile(ascending, 0.5), p99: percentile(ascending, 0.99) };
}

class Reader {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: atOnce });

  constructor(private readonly url: string) {}

  /** How long each of `count` requests takes, in milliseconds. */
  async timed(asked: readonly Asked[], count: number, lanes: number): Promise<number[]> {
    const took: number[] = [];
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < count) {
        const one = asked[next % asked.length]!;
        next += 1;
        const started = performance.now();
        await this.#read(one);
        took.push(performance.now() - started);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return took;
  }

  /** The path of the page after so many, by the links. */
  async pageAfter(asked: Asked, pages: number): Promise<string> {
    let path = asked.path;
    for (let page = 1; page < pages; page += 1) {
      const { transactions } = JSON.parse(await this.#read({ ...asked, path })) as {
        transactions: { _links: { next?: { href: string } } };
      };
      const next = transactions._links.next?.href;
      if (next === undefined) throw new Error(`the history ends at page ${page}`);
      path = next.startsWith('http') ? new URL(next).pathname + new URL(next).search : next;
    }
    return path;
  }

  close(): void {
    this.#agent.destroy();
  }

  #read({ path, account: { consentId, token } }: Asked): Promise<string> {
    const headers = {
      authorization: `Bearer ${token}`,
      'consent-id': consentId,
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.7',
      accept: 'application/json',
    };
    return new Promise((resolve, reject) => {
      get(`${this.url}${path}`, { agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${path} is answered ${response.statusCode} ${text.slice(0, 300)}`));
        });
      }).once('error', reject);
    });
  }
}
