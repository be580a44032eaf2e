import { median, percentile } from '../figures.js';

/** The measurements of one kind of request: the medians of the percentiles of its rounds. */
export interface Latency {
  readonly what: string;
  readonly p50: number;
  readonly p99: number;
}

/** A pause of the machine spoils the 99th percentile of one round, not the median of all. */
export function latencyOf(what: string, rounds: readonly (readonly number[])[]): Latency {
  const ascending = rounds.map((times) => times.toSorted((a, b) => a - b));
  const medianOf = (share: number): number => median(ascending.map((times) => percentile(times, share)));
  return { what, p50: medianOf(0.5), p99: medianOf(0.99) };
}
