import { durationMs } from '../src/duration.js';

describe('a duration that the clock is moved by', () => {
  it.each([
    ['PT24H', 86_400_000],
    ['P1D', 86_400_000],
    ['P1W', 604_800_000],
    ['P1DT2H3M4S', 93_784_000],
    ['PT0S', 0],
  ])('%s is %i milliseconds', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each(['', 'P', 'PT', 'P1DT', '-PT1H', 'PT-1H', 'P1Y', 'P1M', '24h', 'PT1H ', 'PT1.5H', 'PT1S1H'])('%p is not a duration', (text) => {
    expect(durationMs(text)).toBeUndefined();
  });
});
