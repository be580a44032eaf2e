import { setTimeout as pause } from 'node:timers/promises';

/** Begins all of them at a steady rate, whether or not earlier ones have ended, as callers do who know nothing of each other. */
export async function atRate<T, R>(all: readonly T[], perSecond: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const began = performance.now();
  return Promise.all(
    all.map(async (one, at) => {
      await pause(Math.max(0, began + (at * 1_000) / perSecond - performance.now()));
      return work(one);
    }),
  );
}
