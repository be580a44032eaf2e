import { daysAfter, Instant, IsoDate, isDate, isInstant, monthsAfter } from '../src/dates.js';
import { faultsOf } from '../src/validation.js';

describe('a date', () => {
  it.each(['2024-02-29', '2026-11-21', '2000-02-29', '9999-12-31', '0001-01-01', '0065-11-21', '0096-02-29'])('%s is valid', (date) =>
    expect(isDate(date)).toBe(true),
  );

  it.each([
    '2024-02-30',
    '2023-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '26-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '٢٠٢٦-٠١-٠١',
    '',
  ])('%j does not', (date) => {
    expect(isDate(date)).toBe(false);
    expect(faultsOf(IsoDate, date)).toEqual([{ code: 'FORMAT_ERROR', text: 'Must be a day that exists, as YYYY-MM-DD.' }]);
  });

  it('adds days across months, leap days and the start of summer time', () => {
    expect(daysAfter('2024-02-28', 2)).toBe('2024-03-01');
    expect(daysAfter('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysAfter('2026-03-26', 1)).toBe('2026-03-27');
  });

  it('adds months to the same day, or to the last day of a shorter month', () => {
    expect(monthsAfter('2026-01-31', 1)).toBe('2026-02-28');
    expect(monthsAfter('2024-01-31', 1)).toBe('2024-02-29');
    expect(monthsAfter('2026-11-30', 3)).toBe('2027-02-28');
    expect(monthsAfter('2026-03-15', -24)).toBe('2024-03-15');
    expect(monthsAfter('2026-01-15', -1)).toBe('2025-12-15');
    expect(monthsAfter('0096-01-31', 1)).toBe('0096-02-29');
  });
});

describe('an instant', () => {
  it.each([
    '2026-11-21T10:15:00Z',
    '2026-11-21T10:15:00.123456+02:00',
    '2026-11-21T10:15:00.1234567890123+02:00',
    '2026-11-21T00:00:00-11:30',
    '2026-11-21T00:00:00+14:00',
  ])('%s is valid', (instant) => expect(isInstant(instant)).toBe(true));

  it.each([
    '2026-11-21T10:15:00',
    '2026-02-30T10:15:00Z',
    '2026-11-21 10:15:00Z',
    '2026-11-21T24:01:00Z',
    '2026-11-21T23:59:60Z',
    '2026-11-21T10:15Z',
    '2026-11-21T10:15:00+16:00',
    '2026-11-21T10:15:00-99:00',
    '2026-11-21T10:15:00+02:60',
    '2026-11-21',
  ])('%s does not', (instant) => {
    expect(faultsOf(Instant, instant)).toEqual([{ code: 'FORMAT_ERROR', text: 'Must be an instant with offset (ISO 8601).' }]);
  });
});
