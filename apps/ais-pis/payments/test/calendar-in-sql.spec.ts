import { BankClock } from '@open-banking/database';
import { daysAfter } from '@open-banking/messages';
import { ownDatabase } from '@open-banking/testing/database';
import { CalendarService } from '@open-banking/ais-pis-ledger';
import { PaymentProducts } from '../src/payment-products.js';

/** By currency and product: with and without a calendar of their own, and with days of their own. */
const kinds: readonly (readonly [currency: string, product: string | null])[] = [
  ['EUR', 'sepa-credit-transfers'],
  ['ILS', 'masav'],
  ['ILS', 'zahav'],
  ['ILS', null],
  ['USD', 'cross-border-credit-transfers'],
  ['GBP', 'cross-border-credit-transfers'],
];
const from = '2027-09-01';
const days = Array.from({ length: 500 }, (_, later) => daysAfter(from, later));

describe('the calendar in the database', () => {
  const own = ownDatabase('ais-pis');

  it('has the business days of the calendar in memory, for every currency and product', async () => {
    await own.owner.query(
      `insert into holiday (currency, day, name) values ('USD', '2027-11-25', 'Thanksgiving'), ('ILS', '2027-11-02', 'Elections')`,
    );
    await own.owner.query(
      `insert into product_rest_day (payment_product, day, name) values ('zahav', '2027-12-05', 'Change of system'), ('masav', '2028-02-29', 'Change of system')`,
    );
    const calendar = new CalendarService(own.database, new BankClock('Asia/Jerusalem'));
    await calendar.read();
    await calendar.fill();
    const differing: unknown[] = [];
    for (const [currency, product] of kinds) {
      const { rows } = await own.owner.query<{ day: string; open: boolean; next: string }>(
        `select d::date::text as day, is_business_day($1, $2, d::date) as open, business_days_after($1, $2, d::date, 2)::text as next
         from generate_series($3::date, $4::date, '1 day') d`,
        [currency, product, from, days.at(-1)],
      );
      expect(rows.map(({ day }) => day)).toEqual(days);
      const ofProduct = product === null ? undefined : new PaymentProducts().daysOf(product);
      for (const { day, open, next } of rows) {
        const expected = [calendar.isBusinessDay(currency, day, ofProduct), calendar.businessDaysAfter(2, currency, day, ofProduct)];
        if (String([open, next]) !== String(expected)) differing.push({ currency, product, day, open, next, expected });
      }
      expect(new Set(rows.map(({ open }) => open)).size).toBe(2);
    }
    expect(differing).toEqual([]);
    expect(calendar.isBusinessDay('USD', '2027-11-25')).toBe(false);
    expect(calendar.isBusinessDay('GBP', '2027-11-25')).toBe(true);
    expect(calendar.isBusinessDay('GBP', '2027-11-02')).toBe(false);
  });
});

describe('years by rule', () => {
  const own = ownDatabase('ais-pis');
  const at = (day: string) => {
    const offsetMs = Date.parse(`${day}T08:00:00Z`) - Date.now();
    return new CalendarService(own.database, new BankClock('Asia/Jerusalem', () => offsetMs));
  };
  const holidays = async (year: number): Promise<string[]> =>
    (
      await own.owner.query<{ line: string }>(
        `select currency || ' ' || day || ' ' || name as line from holiday where extract(year from day) = $1 order by 1`,
        [year],
      )
    ).rows.map(({ line }) => line);

  it('are closed before they are in the table: no year is without its holidays', async () => {
    const calendar = at('2026-11-29');
    await calendar.read();
    for (const [currency, day] of [
      ...['2029-03-30', '2029-12-25', '2064-04-07', '2079-05-01'].map((day) => ['EUR', day] as const),
      ...['2029-04-19', '2029-09-10', '2029-09-19', '2063-09-24'].map((day) => ['ILS', day] as const),
    ])
      expect({ currency, day, open: calendar.isBusinessDay(currency, day) }).toEqual({ currency, day, open: false });
    expect(['EUR', 'ILS'].map((currency) => calendar.isBusinessDay(currency, '2029-01-03'))).toEqual([true, true]);
    expect(calendar.endOfDay('ILS', '2029-03-30')).toBe('14:00');
    expect(calendar.endOfDay('ILS', '2029-09-09')).toBe('14:00');
  });

  it('are filled ten years ahead, once each: what the bank has removed stays removed, and what it has loaded stays', async () => {
    await own.owner.query(`insert into holiday (currency, day, name) values ('ILS', '2029-09-10', 'New Year')`);
    const calendar = at('2026-11-29');
    await Promise.all([calendar.fill(), at('2026-11-29').fill()]);
    const [year2029, year2036] = [await holidays(2029), await holidays(2036)];
    expect([year2029.length, year2036.length, (await holidays(2037)).length]).toEqual([18, 18, 0]);
    expect(year2029).toEqual(
      expect.arrayContaining(['ILS 2029-09-10 New Year', 'EUR 2029-03-30 Good Friday', 'ILS 2029-04-19 Independence Day']),
    );
    await own.owner.query(`delete from holiday where currency = 'ILS' and name = 'Purim' and day >= '2029-01-01'`);
    await calendar.fill();
    await at('2027-11-29').fill();
    expect((await holidays(2029)).filter((line) => line.includes('Purim'))).toEqual([]);
    expect((await holidays(2037)).filter((line) => line.includes('Purim'))).toHaveLength(1);
    await calendar.read();
    expect(calendar.isBusinessDay('ILS', '2029-03-01')).toBe(true);
  });
});
