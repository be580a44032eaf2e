import { randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { aisPis } from '@open-banking/spec';
import { grantConsent, type ThirdParty } from '@open-banking/sandbox';
import type pg from 'pg';
import { accountIdOf, accountCount, loginOf, password, psuIdOf } from './entry-lines.js';
import { writeTextsOf } from './growth.js';
import { latencyOf, type Latency } from './latency.js';
import type { Sampled, SampledAccount } from './sampled.js';

export const longHistory = { first: 'first page of the longest history', deep: 'page 150 of the longest history' } as const;
const samples = ['balances', 'first page of 100 transactions', longHistory.first, longHistory.deep] as const;
export type Sample = (typeof samples)[number];

const sampledCount = 40;
/** The pages limit what one address asks. */
const consentsOfAddress = 5;
const deepPage = 150;
const warmUp = 400;
/** The 99th percentile of a round is its fourth slowest request. */
const requestsOfRound = 400;
const concurrency = 8;

interface SampledRequest {
  readonly path: string;
  readonly account: SampledAccount;
}

/** Accounts spread over the whole bank, with consents that their customers approve on the bank's pages. */
export async function sampledAccounts(
  partyAt: (address: number) => ThirdParty,
  owner: pg.Pool,
  entries: number,
): Promise<SampledAccount[]> {
  const accounts = accountCount(entries);
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

/** Measures the reads one at a time and a few at once. Kinds and banks take turns, so that what else the machine does affects all. */
export async function sampleReads(banks: readonly Sampled[], today: string, rounds: number): Promise<Latency[][]> {
  const clients = banks.map(({ served }) => new Reader(served.url));
  try {
    const arms: Arm[] = [];
    for (const [at, client] of clients.entries()) arms.push({ client, kinds: await kindsOf(banks[at]!.accounts, client, today) });
    for (const { client, kinds } of arms) for (const asked of Object.values(kinds)) await client.timed(asked, warmUp, concurrency);
    const latencies = arms.map((): Latency[] => []);
    for (const [lanes, how] of [
      [1, 'one at a time'],
      [concurrency, `${concurrency} at once`],
    ] as const)
      for (const kind of samples) {
        const took = await turns(arms, kind, lanes, rounds);
        for (const [at, times] of took.entries()) latencies[at]!.push(latencyOf(`${kind}, ${how}`, times));
      }
    return latencies;
  } finally {
    for (const client of clients) client.close();
  }
}

/** What is asked of one bank. */
interface Arm {
  readonly client: Reader;
  readonly kinds: Readonly<Record<Sample, readonly SampledRequest[]>>;
}

async function kindsOf(accounts: readonly SampledAccount[], client: Reader, today: string): Promise<Arm['kinds']> {
  const since = new Date(Date.parse(today) - 599 * 86_400_000).toISOString().slice(0, 10);
  const page = (account: SampledAccount): SampledRequest => ({
    account,
    path: `${accountPath(aisPis.listTransactions.path, account)}?bookingStatus=booked&dateFrom=${since}&limit=100`,
  });
  const [longest] = accounts as [SampledAccount];
  return {
    balances: accounts.map((account) => ({ account, path: accountPath(aisPis.readAccountBalances.path, account) })),
    'first page of 100 transactions': accounts.slice(1).map(page),
    [longHistory.first]: [page(longest)],
    [longHistory.deep]: [{ account: longest, path: await client.pageAfter(page(longest), deepPage) }],
  };
}

/** The times of each bank, round by round. Every other round begins with the other bank. */
async function turns(arms: readonly Arm[], kind: Sample, lanes: number, rounds: number): Promise<number[][][]> {
  const took = arms.map((): number[][] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { client, kinds }] of round % 2 === 0 ? [...arms.entries()] : [...arms.entries()].toReversed())
      took[at]!.push(await client.timed(kinds[kind], requestsOfRound, lanes));
  return took;
}

const accountPath = (path: string, { accountId }: SampledAccount): string => path.replace(/\{[^}]+\}/, accountId);

class Reader {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: concurrency });

  constructor(private readonly url: string) {}

  /** How long each of `count` requests takes, in milliseconds. */
  async timed(asked: readonly SampledRequest[], count: number, lanes: number): Promise<number[]> {
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
  async pageAfter(asked: SampledRequest, pages: number): Promise<string> {
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

  #read({ path, account: { consentId, token } }: SampledRequest): Promise<string> {
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
