import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addClient } from '../third-party/add-client.js';
import { ThirdParty } from '../third-party/third-party.js';
import { Insistence } from './insistence.js';
import { InsistentCreditor } from './insistent-creditor.js';
import { InsistentPayer } from './insistent-payer.js';
import { anyOrder, canPay } from './orders.js';
import type { TroubledBank } from './troubled-bank.js';
import { unfinishedOf, verdictOf, type Paid, type Verdict } from './verdict.js';

export interface Storm {
  /** Ends when so many payments are acknowledged … */
  readonly payments: number;
  /** … or when the time is up. */
  readonly seconds: number;
  readonly payers: number;
}

export interface Weather extends Verdict {
  readonly payments: number;
  /** Under a mandate, answered. */
  readonly collections: number;
  readonly retries: number;
  readonly kills: Readonly<Record<string, number>>;
  /** From the last restart until every acknowledged payment was final. */
  readonly settledAfterMs: number;
}

const finalMs = 60_000;

/** Payments are made while something is killed every one to two seconds. Then all comes back, and is judged. */
export async function storm(bank: TroubledBank, { payments, seconds, payers }: Storm): Promise<Weather> {
  const before = new Map(bank.parts.map(({ name, kills }) => [name, kills]));
  const parties = await Promise.all(Array.from({ length: payers }, (_, at) => addClient(bank.operator, { name: `Storm ${at}`, roles: ['PSP_PI'], redirectUri: 'http://127.0.0.1/back' })));
  const customers = bank.customers.filter(canPay);
  const insistence = new Insistence();
  const who = parties.map((client, at) => new InsistentPayer(new ThirdParty(bank.baseUrl, client, addressOf(at)), customers[at % customers.length]!, insistence));
  const creditor = await InsistentCreditor.of(bank, new ThirdParty(bank.baseUrl, parties[0]!, addressOf(payers)), bank.customers[0]!, insistence);
  const collected: string[] = [];
  const paid: Paid[] = [];
  const until = performance.now() + seconds * 1_000;
  const over = (): boolean => paid.length >= payments || performance.now() > until;
  const calm = new AbortController();
  const killing = killAtRandom(bank, calm.signal);
  const collecting = (async () => { while (!over()) collected.push(await creditor.collect()); })();
  await Promise.all(who.map(async (payer, at) => {
    while (!over()) {
      const order = anyOrder(customers[at % customers.length]!, customers);
      paid.push({ ...await payer.pay(order), endToEnd: String(order.body['endToEndIdentification']) });
    }
  }));
  await collecting;
  calm.abort();
  await killing;
  await bank.whole();
  const settledAfterMs = await settled(bank, paid);
  return {
    payments: paid.length, collections: collected.length, retries: insistence.retries, settledAfterMs,
    kills: Object.fromEntries(bank.parts.map(({ name, kills }) => [name, kills - before.get(name)!])),
    ...await verdictOf(bank, paid, collected),
  };
}

/** How long the bank takes, once it is whole, to bring all it has acknowledged to an end; at most a minute. */
async function settled(bank: TroubledBank, paid: readonly Paid[]): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < finalMs && await unfinishedOf(bank, paid) > 0) await pause(250);
  return Math.round(performance.now() - began);
}

const addressOf = (at: number): string | undefined => (process.platform === 'linux' ? `127.${1 + randomInt(200)}.${1 + randomInt(200)}.${at + 1}` : undefined);

/** Anything, the database too, each one to two seconds. No more than two are away at once: where starting takes longer, it is killed less often. */
async function killAtRandom(bank: TroubledBank, signal: AbortSignal): Promise<void> {
  const revivals: Promise<void>[] = [];
  while (!signal.aborted) {
    const living = bank.parts.filter(({ alive }) => alive);
    if (bank.parts.length - living.length < 2) revivals.push(living[randomInt(living.length)]!.kill());
    await pause(randomInt(1_000, 2_000), undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(revivals);
}
