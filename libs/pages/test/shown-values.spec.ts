import { accountName, clockTime, languages, longDate, moneyText, zonedTime } from '../src/index.js';

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
      '€0.50',
      'JP¥0',
      '10 במרץ 2027',
      '10:00',
      '0.50\u00a0€',
      '0\u00a0¥',
      '10 مارس 2027',
      '10:00',
      '0.50\u00a0€',
      '0\u00a0JP¥',
    ]);
  });

  it('name a currency that is not another one in the same language, and no direction but that of their isolate', () => {
    const codes = ['ILS', 'EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CNY', 'AUD', 'CAD', 'HKD', 'NZD', 'MXN', 'SEK', 'NOK', 'DKK', 'PLN', 'KWD'];
    for (const language of languages) {
      const texts = codes.map((currency) => moneyText({ amount: '5', currency }, language).replace(/[\d.,\s]/g, ''));
      expect(new Set(texts).size).toBe(codes.length);
      expect(moneyText({ amount: '-5', currency: 'ILS' }, language)).toMatch(/^-₪5\.00$|^-5\.00\u00a0₪$/);
    }
  });

  it('carry the time zone where a customer must know by when to act', () => {
    const at = new Date('2027-01-15T10:00:00Z');
    expect(languages.map((language) => zonedTime(at, language, 'Asia/Jerusalem'))).toEqual([
      '12:00 GMT+2',
      expect.stringMatching(/^12:00 GMT.?\+2/),
      expect.stringMatching(/^12:00 \S+\+2/),
    ]);
  });

  it('are names of the bank’s accounts in the language of the page, and names of customers as they are', () => {
    expect(languages.map((language) => accountName('Euro account', language))).toEqual(['Euro account', 'חשבון אירו', 'حساب باليورو']);
    expect(languages.map((language) => accountName('Trip to Haifa', language))).toEqual(Array(3).fill('Trip to Haifa'));
    expect(accountName('toString', 'he')).toBe('toString');
  });

  it('leave no memory taken outside the heap, however many are written: 120,000 took 1.7 GB', () => {
    shown(0);
    const { rss } = process.memoryUsage();
    for (let at = 0; at < times; at += 1) shown(at);
    expect(process.memoryUsage().rss - rss).toBeLessThan(100 * megabyte);
  });
});
