import { calendarOf, dueDay, intervalBetween, yearsUntil } from '../src/mortgage-simulation/interval.js';

const due = (drawdown: string, first: string, period: number, numbers: number[]) =>
  numbers.map((number) => dueDay(calendarOf(drawdown, first, period), number));

describe('time between drawdown and payment (Directive 2014/17/EU Annex I)', () => {
  it.each([
    ['2026-01-15', '2026-02-15', { months: 1, days: 0 }],
    ['2026-01-15', '2027-01-15', { months: 12, days: 0 }],
    ['2026-01-15', '2026-02-18', { months: 1, days: 3, yearLength: 365 }],
    ['2026-01-15', '2026-01-29', { months: 0, days: 14, yearLength: 365 }],
    ['2026-01-31', '2026-02-28', { months: 1, days: 0 }],
    ['2026-02-28', '2026-03-31', { months: 1, days: 0 }],
    ['2026-01-31', '2026-03-30', { months: 1, days: 28 }],
  ])('from %s to %s is %o', (from, to, interval) => {
    expect(intervalBetween(from, to)).toMatchObject(interval);
  });

  it('divides days by 366 if the year that ends with them contains a 29 February, otherwise by 365', () => {
    expect(intervalBetween('2024-03-01', '2024-03-15')).toMatchObject({ days: 14, yearLength: 366 });
    expect(intervalBetween('2024-01-01', '2024-01-15')).toMatchObject({ days: 14, yearLength: 365 });
    expect(intervalBetween('2025-01-01', '2025-01-15')).toMatchObject({ days: 14, yearLength: 366 });
  });

  it('has months of equal length after the first payment', () => {
    const calendar = calendarOf('2026-01-31', '2026-02-28', 1);
    expect([1, 2, 12, 240].map((number) => yearsUntil(calendar, number))).toEqual([1 / 12, 2 / 12, 1, 20]);
  });
});

describe('due days', () => {
  it('are the last day of each month for a loan drawn on the 31st', () => {
    expect(due('2026-01-31', '2026-02-28', 1, [1, 2, 3, 14, 26])).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2027-03-31',
      '2028-03-31',
    ]);
  });

  it('keep the day of the month of the requested first payment', () => {
    expect(due('2026-01-10', '2026-02-28', 1, [1, 2])).toEqual(['2026-02-28', '2026-03-28']);
    expect(due('2026-01-10', '2026-03-31', 3, [1, 2, 3])).toEqual(['2026-03-31', '2026-06-30', '2026-09-30']);
    expect(due('2024-02-29', '2025-02-28', 12, [1, 4])).toEqual(['2025-02-28', '2028-02-29']);
  });
});
