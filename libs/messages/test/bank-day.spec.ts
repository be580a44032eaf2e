import { bankDay, bankDayEndedAt } from '../src/bank-day.js';
import { notTimes, writtenTimes } from '../src/testing/index.js';

describe("the bank's day of a written time", () => {
  it.each(writtenTimes)('in %s, %s is on %s', (timeZone, text, day) => expect(bankDay(text, timeZone)).toBe(day));

  it.each(notTimes)('%j is no time', (text) => {
    expect(bankDay(text, 'Asia/Jerusalem')).toBeUndefined();
    expect(bankDayEndedAt(text, 'Asia/Jerusalem')).toBeUndefined();
  });

  it('is read with every offset from -14:00 to +14:00 as PostgreSQL and Date read it', () => {
    const utc = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem', year: 'numeric', month: '2-digit', day: '2-digit' });
    for (let minutes = -14 * 60; minutes <= 14 * 60; minutes += 15) {
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
      const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
      for (const time of ['00:00:00', '08:59:59.9', '12:00:00.123456789', '23:59:59']) {
        const text = `2026-10-25T${time}${offset}`;
        expect([text, bankDay(text, 'Asia/Jerusalem')]).toEqual([text, utc.format(Date.parse(text.replace(/(\.\d{3})\d+/, '$1')))]);
      }
    }
  });

  it('keeps the first and the last days that exist, and refuses what lies beyond them', () => {
    expect(bankDay('0001-01-01T12:00:00Z', 'UTC')).toBe('0001-01-01');
    expect(bankDay('0065-11-21T12:00:00Z', 'UTC')).toBe('0065-11-21');
    expect(bankDay('9999-12-31T21:59:59Z', 'Asia/Jerusalem')).toBe('9999-12-31');
    expect(bankDay('9999-12-31T22:00:00Z', 'Asia/Jerusalem')).toBeUndefined();
    expect(bankDay('9999-12-31T24:00:00', 'Asia/Jerusalem')).toBeUndefined();
    expect(bankDay('0001-01-01T00:00:00+14:00', 'UTC')).toBeUndefined();
  });

  it('of a period that ends at midnight is the day that ends', () => {
    const ended = (text: string) => bankDayEndedAt(text, 'Asia/Jerusalem');
    expect(ended('2026-11-27T24:00:00')).toBe('2026-11-27');
    expect(ended('2026-11-28T00:00:00')).toBe('2026-11-27');
    expect(ended('2026-11-27T22:00:00Z')).toBe('2026-11-27');
    expect(ended('2026-11-28T00:00:00.001')).toBe('2026-11-28');
    expect(ended('2026-11-27T23:59:59')).toBe('2026-11-27');
    expect(ended('2026-11-27')).toBe('2026-11-27');
  });
});
