import { admittedOf, growthOf, isMet, maxGrowth, strangeOf, type Sent } from '../src/flood/marks.js';

const sent = (statuses: Record<string, number>, { unanswered = 0, maxBytes = 0 } = {}): Sent => ({
  kind: 'consents',
  expected: [201],
  maxBytes,
  answer: { perSecond: 1, p50: 1, p95: 1, p99: 1, failed: 0, unanswered, statuses },
});

describe('the judgement of a flood', () => {
  it('tells what was admitted, what was refused, and what should not have happened', () => {
    const flood = sent({ 201: 5, 401: 1, 429: 10, 503: 20, 500: 2, 504: 1 }, { unanswered: 3 });
    expect(admittedOf(flood)).toBe(5);
    expect(strangeOf(flood)).toBe(6);
    expect(strangeOf(sent({ 201: 5, 429: 10, 503: 20 }))).toBe(0);
  });

  it('bounds the growth of the database by what was admitted alone', () => {
    const none = maxGrowth([sent({ 429: 1_000 }, { maxBytes: 4_096 })]);
    expect(maxGrowth([])).toBe(none);
    expect(maxGrowth([sent({ 201: 10, 429: 1_000 }, { maxBytes: 4_096 })])).toBe(none + 10 * 4_096);
  });

  it('sees memory that grows during a flood, and memory that has grown before it', () => {
    const samples = [100, 200, 200, 200, 200, 200, 200, 200].map((flat, at) => ({ flat, growing: 100 + at * 10 }));
    const { flat, growing } = growthOf(samples);
    expect(flat).toBe(1);
    expect(growing).toBeGreaterThan(1.3);
    const mark = { what: 'memory', limit: 1.15, is: 'most', unit: '' } as const;
    expect([isMet({ ...mark, value: flat! }), isMet({ ...mark, value: growing! })]).toEqual([true, false]);
    expect([isMet({ ...mark, is: 'least', value: 1.1 }), isMet({ ...mark, is: 'least', value: 1.2 })]).toEqual([false, true]);
  });
});
