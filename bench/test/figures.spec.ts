import { figuresOf, median, percentile } from '../src/figures.js';

const measured = (perSecond: number, failed = 0) => ({ perSecond, p50: 1, p99: 2, failed });

describe('the figures of a benchmark', () => {
  it("are medians of all rounds, and the ratio is the median of the rounds' ratios", () => {
    const rounds = [
      [100, 50],
      [200, 180],
      [50, 35],
    ].map(([floor, ours]) => ({ floor: measured(floor!), ours: measured(ours!) }));
    expect(figuresOf(rounds)).toMatchObject({ floor: { perSecond: 100 }, ours: { perSecond: 50 }, ratio: 0.7, lowest: 0.5, highest: 0.9 });
  });

  it('include requests that failed in any round', () => {
    const rounds = [0, 3, 0].map((failed) => ({ floor: measured(1), ours: measured(1, failed) }));
    expect(figuresOf(rounds).ours.failed).toBe(3);
  });

  it('include the median of few values and the 99th percentile of many', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 2.5, 7]);
    const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile([5], 0.99)]).toEqual([50, 99, 5]);
  });
});
