import { businessCalendar } from '@open-banking/ais-pis-ledger';

const filledYears = ['EUR', 'ILS'].flatMap((currency) => [2026, 2027, 2028].map((year) => ({ currency, year })));

/**
 * Weekends of euro and shekel, with Christmas and New Year for euro, and Passover and Independence Day of 2026 for shekel, whose Fridays and
 * eves end at 14:00.
 */
export const calendar = businessCalendar({
  restDays: [
    { currency: 'EUR', weekday: 0 },
    { currency: 'EUR', weekday: 6 },
    { currency: 'ILS', weekday: 5, endsAt: '14:00' },
    { currency: 'ILS', weekday: 6 },
  ],
  holidays: [
    ['EUR', '2026-12-25'],
    ['EUR', '2026-12-26'],
    ['EUR', '2027-01-01'],
    ['ILS', '2026-04-02'],
    ['ILS', '2026-04-08'],
    ['ILS', '2026-04-22'],
  ].map(([currency, day]) => ({ currency: currency!, day: day! })),
  shortDays: ['2026-04-01', '2026-04-07', '2026-04-21'].map((day) => ({ currency: 'ILS', day, endsAt: '14:00' })),
  filledYears,
});

/** A calendar without rest days and holidays: what is executed today does not depend on the weekday of the test. */
export const everyDay = businessCalendar({ restDays: [], holidays: [], filledYears });

/** The next Tuesday at 08:00 UTC: a business day of euro and shekel, and so is the day after it. A leased bank may stand on any day. */
export const nextTuesday = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ((9 - now.getUTCDay()) % 7 || 7), 8));
