import { businessDays } from '../src/calendar/business-day.js';

/** Weekends of euro and shekel, with Christmas and New Year for euro, and Passover and Independence Day of 2026 for shekel. */
export const isBusinessDay = businessDays({
  restDays: [
    ['EUR', 0],
    ['EUR', 6],
    ['ILS', 5],
    ['ILS', 6],
  ].map(([currency, weekday]) => ({ currency: currency as string, weekday: weekday as number })),
  holidays: [
    ['EUR', '2026-12-25'],
    ['EUR', '2026-12-26'],
    ['EUR', '2027-01-01'],
    ['ILS', '2026-04-02'],
    ['ILS', '2026-04-08'],
    ['ILS', '2026-04-22'],
  ].map(([currency, day]) => ({ currency: currency!, day: day! })),
});
