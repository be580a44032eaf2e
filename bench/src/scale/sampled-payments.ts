import type { Bank } from '@open-banking/sandbox';
import type pg from 'pg';
import type { Account } from '../payments/accounts.js';
import { paymentsOf } from '../payments/payment.js';
import { ask, untilFinal } from '../payments/served.js';
import { latencyOf, type Latency } from './sampled-reads.js';

const paymentsOfSample = 300;
const atOnce = 4;

/** Measures payments from the request to the final status, a few at once. */
export async function samplePayments(
  bank: Bank,
  database: pg.Pool,
  client: { readonly token: string; readonly clientId: string },
  accounts: readonly Account[],
  today: string,
): Promise<Latency[]> {
  const served = { url: `http://127.0.0.1:${bank.services['ais-pis'].port}`, ...client, database };
  const all = paymentsOf(accounts, paymentsOfSample, { hot: false }, today);
  const asked: { paymentId: string; started: number }[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < all.length) asked.push(await ask(served, all[next++]!));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const done = await untilFinal(served, asked);
  // The first ones find caches and connections cold.
  const times = done.slice(all.length / 3).map(({ started, ended }) => ended - started);
  return [latencyOf(`payments, ${atOnce} at once, to their final status`, times)];
}
