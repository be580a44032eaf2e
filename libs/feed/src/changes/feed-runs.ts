import type { FeedChange, FeedStep } from './feed-step.js';

/** The things that a change touches, each by a text that names it. */
export interface Touched {
  /** Things that no other step may touch in the same run: the row that is changed, and the resource (account, card) that it belongs to. */
  readonly alone: readonly string[];
  /** Things that steps of one run may touch together: rows that are referred to, accounts that are booked on. */
  readonly beside: readonly string[];
}

/**
 * Divides steps into runs, in their order. Steps of a run touch nothing in common, so that applying a run at once has the same result as
 * applying its steps one after the other, and refuses the same: whatever is sent together.
 */
export function runsOf(steps: readonly FeedStep[], touchedBy: (change: FeedChange) => Touched): FeedStep[][] {
  const runs: FeedStep[][] = [];
  let [alone, beside] = [new Set<string>(), new Set<string>()];
  for (const step of steps) {
    const touched = step.changes.map(touchedBy);
    const meets = touched.some(
      (of) => of.alone.some((one) => alone.has(one) || beside.has(one)) || of.beside.some((one) => alone.has(one)),
    );
    if (runs.length === 0 || meets) {
      runs.push([]);
      [alone, beside] = [new Set(), new Set()];
    }
    runs.at(-1)!.push(step);
    for (const of of touched) {
      for (const one of of.alone) alone.add(one);
      for (const one of of.beside) beside.add(one);
    }
  }
  return runs;
}
