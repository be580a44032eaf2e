import { readFileSync } from 'node:fs';
import { BankClock } from '@open-banking/database';
import { daysAfter } from '@open-banking/messages';
import { ownDatabase } from '@open-banking/testing/database';
import { CalendarService, daysByRule, type RuleDay } from '@open-banking/ais-pis-ledger';
import { PaymentProducts } from '../src/payment-products.js';

const products = new PaymentProducts();
const years = [2024, 2025, 2026, 2027, 2028];
const hebrew = new Intl.DateTimeFormat('en-u-ca-hebrew', { timeZone: 'UTC', month: 'long', day: 'numeric' });
const hebrewDay = (day: string): string => {
  const parts = Object.fromEntries(hebrew.formatToParts(Date.parse(day)).map(({ type, value }) => [type, value]));
  return `${parts['day']} ${parts['month']}`;
};
const easterOf: Readonly<Record<number, string>> = {
  ...{ 2024: '2024-03-31', 2025: '2025-04-20', 2026: '2026-04-05', 2027: '2027-03-28', 2028: '2028-04-16' },
};
const easter = (year: number): string => easterOf[year]!;
const shipped = `day < '2029-01-01'`;

describe('the calendar', () => {
  const own = ownDatabase('ais-pis');
  let calendar: CalendarService;

  beforeAll(async () => {
    calendar = new CalendarService(own.database, new BankClock('Asia/Jerusalem'));
    await calendar.onModuleInit();
  });

  const holidaysOf = async (currency: string): Promise<{ day: string; name: string }[]> =>
    (
      await own.database.pool.query<{ day: string; name: string }>(
        `select day::text, name from holiday where currency = $1 and ${shipped} order by day`,
        [currency],
      )
    ).rows;

  it('closes on Saturday and Sunday for euro and on Saturday for shekel; other currencies need a business day of both', () => {
    // 2026-11-19 is a Thursday.
    const week = (currency: string) => [0, 1, 2, 3, 4, 5, 6].map((days) => calendar.isBusinessDay(currency, daysAfter('2026-11-19', days)));
    expect(week('EUR')).toEqual([true, true, false, false, true, true, true]);
    expect(week('ILS')).toEqual([true, true, false, true, true, true, true]);
    expect(week('USD')).toEqual([true, true, false, false, true, true, true]);
    const masav = [0, 1, 2].map((days) => calendar.isBusinessDay('ILS', daysAfter('2026-11-19', days), products.daysOf('masav')));
    expect(masav).toEqual([true, false, false]);
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

  it('has by rule the holidays of the shipped years, and the seven short eves of each', async () => {
    const rows = async (table: string, endsAt: string): Promise<string[]> =>
      (
        await own.owner.query<{ line: string }>(
          `select concat_ws(' ', currency, day, name, ${endsAt}) as line from ${table} where ${shipped} order by 1`,
        )
      ).rows.map(({ line }) => line);
    const byRule = years.flatMap(daysByRule);
    const lines = (days: readonly RuleDay[]): string[] =>
      days.map(({ currency, day, name, endsAt }) => [currency, day, name, ...(endsAt === undefined ? [] : [endsAt])].join(' ')).toSorted();
    expect(lines(byRule.filter(({ endsAt }) => endsAt === undefined))).toEqual((await rows('holiday', 'null')).toSorted());
    const eves = await rows('short_day', 'ends_at');
    expect(eves).toHaveLength(years.length * 7);
    expect(lines(byRule.filter(({ endsAt }) => endsAt !== undefined))).toEqual(eves.toSorted());
    // Fridays, of which the last release reads only that they are closed.
    expect((await own.owner.query(`select weekday, ends_at from rest_day where currency = 'ILS' order by 1`)).rows).toEqual([
      { weekday: 5, ends_at: '14:00' },
      { weekday: 6, ends_at: null },
    ]);
  });

  it('counts business days over a weekend, Passover and the end of the year', () => {
    expect(calendar.businessDaysAfter(1, 'ILS', '2026-11-19')).toBe('2026-11-20');
    expect(calendar.businessDaysAfter(1, 'ILS', '2026-11-19', products.daysOf('masav'))).toBe('2026-11-22');
    // Wednesday before Passover (Thursday), Friday and Saturday.
    expect(calendar.businessDaysAfter(1, 'ILS', '2026-04-01')).toBe('2026-04-03');
    expect(calendar.businessDaysAfter(1, 'ILS', '2026-04-01', products.daysOf('masav'))).toBe('2026-04-05');
    expect(calendar.businessDaysAfter(0, 'ILS', '2026-04-02', products.daysOf('masav'))).toBe('2026-04-05');
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
    expect(calendar.settlementDay(products.daysOf('instant-sepa-credit-transfers'), 'EUR', '2026-12-25')).toBe('2026-12-25');
    expect(calendar.settlementDay(products.daysOf('target-2-payments'), 'EUR', '2026-12-24')).toBe('2026-12-24');
    expect(calendar.settlementDay(products.daysOf('sepa-credit-transfers'), 'EUR', '2026-12-24')).toBe('2026-12-28');
    expect(calendar.settlementDay(products.daysOf('cross-border-credit-transfers'), 'EUR', '2026-03-26')).toBe('2026-03-30');
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
      expect([today, calendar.businessDaysAfter(0, 'ILS', daysAfter(today, 1), products.daysOf('masav'))]).toEqual([day, next]);
    }
  });

  it('keeps what a bank has changed in the shipped calendar when it is upgraded, and changes the rest', async () => {
    const text = (migration: string): string => readFileSync(new URL(`../../migrations/${migration}/up.sql`, import.meta.url), 'utf8');
    const upgraded = async (changes: string) => {
      const client = own.owner;
      try {
        await client.query('begin; create schema before; set local search_path to before');
        await client.query('create table payment (payment_id uuid primary key); create table account (iban text)');
        await client.query(`${text('0014-calendar')}; ${changes}; ${text('0145-calendar-of-products')}`);
        const fridays = await client.query('select ends_at from rest_day where currency = $1 and weekday = 5', ['ILS']);
        const eves = await client.query(`select day::text from short_day where day between '2027-04-01' and '2027-04-30' order by 1`);
        const days = await client.query(`select day::text, name from holiday where day >= '2029-01-01'`);
        return { fridays: fridays.rows, eves: eves.rows.map(({ day }) => day as string), days: days.rows };
      } finally {
        await client.query('rollback');
      }
    };
    expect(await upgraded('select')).toEqual({ fridays: [{ ends_at: '14:00' }], eves: ['2027-04-21', '2027-04-27'], days: [] });
    const changed = await upgraded(`
      delete from rest_day where currency = 'ILS' and weekday = 5;
      delete from holiday where currency = 'ILS' and day = '2027-04-22';
      insert into holiday values ('ILS', '2029-09-10', 'New Year')`);
    expect(changed).toEqual({ fridays: [], eves: ['2027-04-27'], days: [{ day: '2029-09-10', name: 'New Year' }] });
  });

  it('picks up an added holiday, such as an election day, without a restart', async () => {
    expect(calendar.isBusinessDay('ILS', '2026-10-27')).toBe(true);
    await own.owner.query(`insert into holiday (currency, day, name) values ('ILS', '2026-10-27', 'Elections')`);
    await calendar.read();
    expect(calendar.isBusinessDay('ILS', '2026-10-27')).toBe(false);
  });
});
