import { figuresOf, percentile, type Figures, type Measured, type Round } from '../figures.js';
import type { Account } from './accounts.js';
import { pay } from './bare.js';
import { paymentsOf, type Payment, type Timed } from './payment.js';
import { ask, untilFinal, type Served } from './served.js';

export interface RoundOptions {
  readonly rounds: number;
  readonly payments: number;
  readonly concurrency: number;
  /** All payments are from one account. */
  readonly hot: boolean;
}

/** The bank's day. */
export const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(new Date());

/** Measures payments through the service and as bare statements, in rounds that alternate. */
export async function roundsOf(
  served: Served,
  accounts: readonly Account[],
  { rounds, payments, concurrency, hot }: RoundOptions,
): Promise<Figures> {
  const of = (count: number) => paymentsOf(accounts, count, { hot }, today());
  const bare = async (all: readonly Payment[]) =>
    measuredOf(await inTurn(all, concurrency, (payment) => pay(served.database, served.clientId, payment)));
  const ours = async (all: readonly Payment[]) =>
    measuredOf(await untilFinal(served, await inTurn(all, concurrency, (payment) => ask(served, payment))));
  for (const arm of [bare, ours]) await arm(of(Math.ceil(payments / 4)));
  const done: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0;
    const floor = first ? await bare(of(payments)) : undefined;
    const through = await ours(of(payments));
    done.push({ floor: floor ?? (await bare(of(payments))), ours: through });
  }
  return figuresOf(done);
}

/** Runs all of them, `concurrency` at a time. */
async function inTurn<T, R>(all: readonly T[], concurrency: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < all.length) done.push(await work(all[next++]!));
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return done;
}

export function measuredOf(timed: readonly Timed[]): Measured {
  const took = timed.map(({ started, ended }) => ended - started).sort((a, b) => a - b);
  const seconds = (Math.max(...timed.map(({ ended }) => ended)) - Math.min(...timed.map(({ started }) => started))) / 1_000;
  return { perSecond: timed.length / seconds, p50: percentile(took, 0.5), p99: percentile(took, 0.99), failed: 0 };
}
