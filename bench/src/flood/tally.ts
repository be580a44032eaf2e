import { percentile } from '../figures.js';
import type { Answered } from './sending.js';

/** Counts what is answered. */
export class Tally {
  private readonly all: number[] = [];
  private readonly took: number[] = [];
  private readonly statuses: Record<string, number> = {};
  private unanswered = 0;

  constructor(private readonly expected: readonly number[]) {}

  answered(status: number, ms: number): void {
    this.all.push(ms);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (this.expected.includes(status)) this.took.push(ms);
  }

  unansweredOne(): void {
    this.unanswered += 1;
  }

  /** All of it, of a flood that lasted so long. */
  in(seconds: number): Answered {
    const { all, took, statuses, unanswered } = this;
    const ascending = took.toSorted((a, b) => a - b);
    return {
      perSecond: took.length / seconds,
      p50: percentile(ascending, 0.5),
      p99: percentile(ascending, 0.99),
      failed: all.length - took.length + unanswered,
      p95: percentile(
        all.toSorted((a, b) => a - b),
        0.95,
      ),
      statuses,
      unanswered,
    };
  }
}
