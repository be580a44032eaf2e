import { paymentsOf } from '../payments/payment.js';
import { ask, untilFinal } from '../payments/served.js';
import { latencyOf, type Latency } from './latency.js';
import type { Sampled } from './sampled.js';

const paymentsOfRound = 120;
const concurrency = 4;

/** Measures payments from the request to the final status, a few at once. The banks take turns. */
export async function samplePayments(banks: readonly Sampled[], today: string, rounds: number): Promise<Latency[]> {
  const took = banks.map((): number[][] => []);
  // The first round finds caches and connections cold.
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, bank] of round % 2 === 0 ? [...banks.entries()] : [...banks.entries()].toReversed()) {
      const times = await timed(bank, today);
      if (round > 0) took[at]!.push(times);
    }
  return took.map((times) => latencyOf(`payments, ${concurrency} at once, to their final status`, times));
}

async function timed({ served, paying }: Sampled, today: string): Promise<number[]> {
  const all = paymentsOf(paying, paymentsOfRound, { hot: false }, today);
  const asked: { paymentId: string; started: number }[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < all.length) asked.push(await ask(served, all[next++]!));
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return (await untilFinal(served, asked)).map(({ started, ended }) => ended - started);
}
