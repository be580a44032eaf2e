import { clockTime, languages, longDate, moneyText } from '../src/index.js';

const megabyte = 1_024 * 1_024;
const times = 10_000;

describe('days, times and amounts of a page', () => {
  const shown = (at: number): string[] =>
    languages.flatMap((language) => [
      longDate(`2027-03-${10 + (at % 20)}`, language),
      clockTime(new Date(1_800_000_000_000 + at * 60_000), language, 'Asia/Jerusalem'),
      moneyText({ amount: `${at}.50`, currency: 'EUR' }, language),
      moneyText({ amount: `${at}`, currency: 'JPY' }, language),
    ]);

  it('are written as the reader of each language writes them', () => {
    expect(shown(0)).toEqual([
      '10 March 2027',
      '10:00',
      '0.50 EUR',
      '0 JPY',
      '10 במרץ 2027',
      '10:00',
      '0.50 EUR',
      '0 JPY',
      '10 مارس 2027',
      '10:00',
      '0.50 EUR',
      '0 JPY',
    ]);
  });

  it('leave no memory taken outside the heap, however many are written: 120,000 took 1.7 GB', () => {
    shown(0);
    const { rss } = process.memoryUsage();
    for (let at = 0; at < times; at += 1) shown(at);
    expect(process.memoryUsage().rss - rss).toBeLessThan(100 * megabyte);
  });
});
