import { BankClock } from '@open-banking/database';
import { daysAfter } from '@open-banking/messages';
import { ownDatabase } from '@open-banking/testing/database';
import { CalendarService } from '../src/calendar/calendar.service.js';

const years = [2024, 2025, 2026, 2027, 2028];
const hebrew = new Intl.DateTimeFormat('en-u-ca-hebrew', { timeZone: 'UTC', month: 'long', day: 'numeric' });
const hebrewDay = (day: string): string => {
  const parts = Object.fromEntries(hebrew.formatToParts(Date.parse(day)).map(({ type, value }) => [type, value]));
  return `${parts['day']} ${parts['month']}`;
};
/** Easter Sunday (the Gregorian computus of Meeus, Jones and Butcher). */
function easter(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return new Date(Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1)).toISOString().slice(0, 10);
}

describe('the calendar', () => {
  const own = ownDatabase('ais-pis');
  let calendar: CalendarService;

  beforeAll(async () => {
    calendar = new CalendarService(own.database);
    await calendar.onModuleInit();
  });

  const holidaysOf = async (currency: string): Promise<{ day: string; name: string }[]> =>
    (
      await own.database.pool.query<{ day: string; name: string }>('select day::text, name from holiday where currency = $1 order by day', [
        currency,
      ])
    ).rows;

  it('closes on Saturday and Sunday for euro and on Friday and Saturday for shekel; other currencies need a business day of both', () => {
    // 2026-11-19 is a Thursday.
    const week = (currency: string) => [0, 1, 2, 3, 4, 5, 6].map((days) => calendar.isBusinessDay(currency, daysAfter('2026-11-19', days)));
    expect(week('EUR')).toEqual([true, true, false, false, true, true, true]);
    expect(week('ILS')).toEqual([true, false, false, true, true, true, true]);
    expect(week('USD')).toEqual([true, false, false, false, true, true, true]);
  });

  it('has the closing days of T2: New Year, Good Friday, Easter Monday, 1 May, Christmas', async () => {
    const expected = years.flatMap((year) => [
      `${year}-01-01`,
      daysAfter(easter(year), -2),
      daysAfter(easter(year), 1),
      `${year}-05-01`,
      `${year}-12-25`,
      `${year}-12-26`,
    ]);
    expect((await holidaysOf('EUR')).map(({ day }) => day)).toEqual(expected);
    expect(easter(2026)).toBe('2026-04-05');
    for (const day of expected) expect(calendar.isBusinessDay('EUR', day)).toBe(false);
  });

  it("has Israel's bank holidays according to the Hebrew calendar", async () => {
    const found = await holidaysOf('ILS');
    expect(found).toHaveLength(years.length * 12);
    const days: Record<string, RegExp> = {
      Purim: /^14 Adar( II)?$/,
      Passover: /^15 Nisan$/,
      'Seventh day of Passover': /^21 Nisan$/,
      Shavuot: /^6 Sivan$/,
      "Tisha B'Av": /^(9|10) Av$/,
      'Rosh Hashanah': /^1 Tishri$/,
      'Rosh Hashanah, second day': /^2 Tishri$/,
      'Eve of Yom Kippur': /^9 Tishri$/,
      'Yom Kippur': /^10 Tishri$/,
      Sukkot: /^15 Tishri$/,
      'Shemini Atzeret': /^22 Tishri$/,
      'Independence Day': /^[3-6] Iyar$/,
    };
    for (const { day, name } of found) expect(`${name} ${hebrewDay(day)}`).toMatch(new RegExp(`^${name} ${days[name]!.source.slice(1)}`));
    // By law Independence Day is never on a Friday, Saturday or Monday; it moves to Thursday or Tuesday.
    for (const { day } of found.filter(({ name }) => name === 'Independence Day')) expect([2, 3, 4]).toContain(new Date(day).getUTCDay());
    expect(calendar.isBusinessDay('ILS', '2026-04-02')).toBe(false);
    expect(calendar.isBusinessDay('EUR', '2026-04-02')).toBe(true);
  });

  it('counts business days over a weekend, Passover and the end of the year', () => {
    expect(calendar.businessDaysAfter(1, 'ILS', '2026-11-19')).toBe('2026-11-22');
    // Wednesday before Passover (Thursday), Friday and Saturday.
    expect(calendar.businessDaysAfter(1, 'ILS', '2026-04-01')).toBe('2026-04-05');
    expect(calendar.businessDaysAfter(0, 'ILS', '2026-04-02')).toBe('2026-04-05');
    expect(calendar.businessDaysAfter(0, 'EUR', '2026-12-24')).toBe('2026-12-24');
    // Thursday, Christmas on Friday and Saturday, Sunday; New Year on a Friday.
    expect(calendar.businessDaysAfter(1, 'EUR', '2026-12-24')).toBe('2026-12-28');
    expect(calendar.businessDaysAfter(1, 'EUR', '2026-12-31')).toBe('2027-01-04');
    expect(calendar.businessDaysAfter(2, 'USD', '2026-12-31')).toBe('2027-01-05');
    // A payment on a Saturday counts as Monday's.
    expect(calendar.businessDaysAfter(1, 'EUR', '2026-11-21')).toBe('2026-11-24');
    expect(calendar.businessDaysAfter(500, 'EUR', '2026-11-20') > '2028-10-01').toBe(true);
  });

  it('settles as the scheme says: instantly on any day, on the same day, or business days later', () => {
    expect(calendar.settlementDay('instant', 'EUR', '2026-12-25')).toBe('2026-12-25');
    expect(calendar.settlementDay(0, 'EUR', '2026-12-24')).toBe('2026-12-24');
    expect(calendar.settlementDay(1, 'EUR', '2026-12-24')).toBe('2026-12-28');
    expect(calendar.settlementDay(2, 'EUR', '2026-03-26')).toBe('2026-03-30');
  });

  it("follows the bank's day when summer time begins and ends", () => {
    const clock = new BankClock('Asia/Jerusalem');
    // 2026: summer time from Friday 27 March 02:00 to Sunday 25 October 02:00.
    for (const [instant, day, next] of [
      ['2026-03-26T21:59:59Z', '2026-03-26', '2026-03-29'],
      ['2026-03-26T22:00:00Z', '2026-03-27', '2026-03-29'],
      ['2026-03-28T21:00:00Z', '2026-03-29', '2026-03-30'],
      ['2026-10-24T20:59:59Z', '2026-10-24', '2026-10-25'],
      ['2026-10-25T21:59:59Z', '2026-10-25', '2026-10-26'],
      ['2026-10-25T22:00:00Z', '2026-10-26', '2026-10-27'],
    ] as const) {
      const today = clock.dayOf(new Date(instant));
      expect([today, calendar.businessDaysAfter(0, 'ILS', daysAfter(today, 1))]).toEqual([day, next]);
    }
  });

  it('picks up an added holiday, such as an election day, without a restart', async () => {
    expect(calendar.isBusinessDay('ILS', '2026-10-27')).toBe(true);
    await own.owner.query(`insert into holiday (currency, day, name) values ('ILS', '2026-10-27', 'Elections')`);
    await calendar.read();
    expect(calendar.isBusinessDay('ILS', '2026-10-27')).toBe(false);
  });
});
