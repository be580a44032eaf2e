import { intersection, outagesOf, performanceOf, secondsOf, union, type ReadyPeriod } from '@open-banking/spec';
import { quarterOf } from '../src/availability/quarter.js';

const everyMs = 6_000;
const seconds = (from: number, to: number, every = everyMs): ReadyPeriod => ({ begunAt: from * 1_000, lastAt: to * 1_000, everyMs: every });
const spans = (...times: [number, number][]) => times.map(([from, to]) => ({ from: from * 1_000, to: to * 1_000 }));

describe('the downtime of a service', () => {
  it('begins with the first of five unanswered probes; four are none', () => {
    expect(outagesOf([seconds(0, 60), seconds(96, 200)], 203_000)).toEqual(spans([66, 96]));
    expect(outagesOf([seconds(0, 60), seconds(90, 200)], 203_000)).toEqual([]);
  });

  it('lasts until now where the service has not come back', () => {
    expect(outagesOf([seconds(0, 60)], 600_000)).toEqual(spans([66, 600]));
    expect(outagesOf([seconds(0, 60)], 80_000)).toEqual([]);
  });

  it('is none while any replica answers', () => {
    expect(outagesOf([seconds(0, 60), seconds(50, 900)], 905_000)).toEqual([]);
    expect(outagesOf([seconds(300, 900), seconds(0, 60), seconds(10, 40)], 905_000)).toEqual(spans([66, 300]));
  });

  it('is measured with the interval of the probes at that time', () => {
    expect(outagesOf([seconds(0, 60, 1_000), seconds(70, 200)], 203_000)).toEqual(spans([61, 70]));
  });

  it('is unknown before the service was first ready', () => {
    expect(outagesOf([], 600_000)).toEqual([]);
  });

  it('counts once where several services are down together', () => {
    const down = union(spans([50, 60], [10, 30], [20, 40]));
    expect(down).toEqual(spans([10, 40], [50, 60]));
    expect(secondsOf(intersection(down, spans([35, 55])))).toBe(10);
  });
});

describe('the answer times of a day', () => {
  const bucket = (upToMs: number, answers: number, errors = 0) => ({ upToMs, answers, errors, totalMs: upToMs * answers });

  it('report the bound that 95 % of the answers keep, the mean and the share of errors', () => {
    expect(performanceOf([bucket(100, 5, 1), bucket(10, 95)])).toEqual({
      requests: 100,
      errors: 1,
      errorPercent: 1,
      meanMs: 14.5,
      p95Ms: 10,
    });
    expect(performanceOf([bucket(100, 6), bucket(10, 94)])).toMatchObject({ p95Ms: 100 });
  });

  it('are left out where nothing was asked', () => {
    expect(performanceOf([])).toEqual({ requests: 0, errors: 0 });
  });
});

describe('a quarter', () => {
  it.each([
    ['2026Q1', '2026-01-01', '2026-03-31'],
    ['2028Q1', '2028-01-01', '2028-03-31'],
    ['2026Q4', '2026-10-01', '2026-12-31'],
  ])('%s is from %s to %s', (name, firstDay, lastDay) => {
    expect(quarterOf(name)).toEqual({ name, firstDay, lastDay });
  });

  it.each(['2026Q5', '2026q4', '2026-Q4', '26Q4', ''])('is not written as "%s"', (text) => {
    expect(quarterOf(text)).toBeUndefined();
  });
});
