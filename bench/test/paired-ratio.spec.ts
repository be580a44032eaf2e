import { pairedRatio } from '../src/paired-ratio.js';

/** Numbers between 0 and 1, always the same (a linear congruential generator, D. E. Knuth's constants for 32 bits). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Pairs of 100 and 105, with noise of a few percent: the sum of many small causes, and now and then a large one. */
function noisyPairs(count: number, seed: number): { off: number; on: number }[] {
  const next = numbers(seed);
  const noise = (): number => 1 + (Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6) + (next() < 0.03 ? 100 : 0)) / 50;
  return Array.from({ length: count }, () => ({ off: 100 * noise(), on: 105 * noise() }));
}

describe('The ratio of paired measurements', () => {
  it('is that of the pairs where they agree, with an interval of no width', () => {
    const { mean, low, high } = pairedRatio(Array.from({ length: 24 }, (_, at) => ({ off: at + 1, on: (at + 1) * 1.05 })));
    for (const one of [mean, low, high]) expect(one).toBeCloseTo(1.05, 12);
  });

  it('is hardly moved by a pair in twenty that something else has hit', () => {
    const pairs = Array.from({ length: 100 }, (_, at) => ({ off: 100, on: at % 20 === 0 ? 300 : 104 + (at % 3) }));
    const { mean, low, high } = pairedRatio(pairs);
    expect(mean).toBeCloseTo(1.05, 2);
    expect(low).toBeGreaterThan(1.045);
    expect(high).toBeLessThan(1.055);
  });

  it('lies within its interval 95 times in 100', () => {
    const within = Array.from({ length: 400 }, (_, seed) => pairedRatio(noisyPairs(100, seed + 1))).filter(
      ({ low, high }) => low <= 1.05 && 1.05 <= high,
    );
    expect(within.length / 400).toBeGreaterThan(0.92);
    expect(within.length / 400).toBeLessThan(0.98);
  });

  it('has no interval with fewer than 24 pairs', () => {
    const pairs = noisyPairs(24, 1);
    expect(pairedRatio(pairs).low).toBeLessThan(pairedRatio(pairs).high);
    expect(() => pairedRatio(pairs.slice(1))).toThrow('needs at least 24 pairs, not 23');
  });
});
