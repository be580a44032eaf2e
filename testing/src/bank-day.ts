const dayInBank = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' });

/**
 * The bank's date so many days from today, counted in calendar days: one in which clocks change has 23 or 25 hours. `now` is for a bank
 * whose clock was set forward.
 */
export function inDays(days: number, now = new Date()): string {
  const day = new Date(dayInBank.format(now));
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** The bank's date so many days before today. */
export const daysAgo = (days: number): string => inDays(-days);
