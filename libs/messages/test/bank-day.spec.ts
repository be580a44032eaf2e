import { bankDay, bankDayBegin, bankDayEnd, bankDayEndedAt, bankTime } from '../src/bank-day.js';
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

describe("a time in the bank's time zone", () => {
  const zones = [
    'Asia/Jerusalem',
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Pacific/Auckland',
    'Pacific/Niue',
    'UTC',
    'Asia/Beirut',
  ];

  it('is the same instant with the offset that counts then, and of the day that reading it gives', () => {
    for (const timeZone of zones)
      for (let at = Date.parse('2026-01-01T00:00:00Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += 5_399_500) {
        const text = bankTime(new Date(at), timeZone);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
        if (Date.parse(text) !== at || bankDay(text, timeZone) !== bankDay(text.slice(0, 10), timeZone))
          expect([timeZone, text]).toEqual([timeZone, new Date(at).toISOString()]);
      }
    expect(bankTime(new Date('2026-11-27T22:30:00Z'), 'Asia/Jerusalem')).toBe('2026-11-28T00:30:00.000+02:00');
    expect(bankTime(new Date('2026-07-01T00:00:00Z'), 'America/St_Johns')).toBe('2026-06-30T21:30:00.000-02:30');
  });

  it('of the first and the last second of a day are of that day, and the seconds around them are not', () => {
    for (const timeZone of zones)
      for (let at = 0; at < 366; at += 1) {
        const day = new Date(Date.parse('2026-01-01T00:00:00Z') + at * 86_400_000).toISOString().slice(0, 10);
        const [begin, end] = [bankDayBegin(day, timeZone).getTime(), bankDayEnd(day, timeZone).getTime()];
        const days = [begin - 1_000, begin, end, end + 1_000].map((instant) => bankTime(new Date(instant), timeZone).slice(0, 10) === day);
        if (days.join() !== 'false,true,true,false') expect([timeZone, day, days]).toEqual([timeZone, day, [false, true, true, false]]);
      }
    // The day begins at 01:00 where clocks are put forward at midnight, and its last hour comes twice where they are put back then.
    expect(bankTime(bankDayBegin('2026-03-29', 'Asia/Beirut'), 'Asia/Beirut')).toBe('2026-03-29T01:00:00.000+03:00');
    expect(bankTime(bankDayEnd('2026-10-24', 'Asia/Beirut'), 'Asia/Beirut')).toBe('2026-10-24T23:59:59.000+02:00');
  });
});
