import { daysAfter } from '@open-banking/messages';

/** Whether payments in this currency are settled on this day. */
export type IsBusinessDay = (currency: string, day: string) => boolean;

export interface BusinessDays {
  /** Weekdays without settlement (Sunday is 0), per currency with a calendar. */
  readonly restDays: readonly { readonly currency: string; readonly weekday: number }[];
  readonly holidays: readonly { readonly currency: string; readonly day: string }[];
}

/** No calendar has this many consecutive days without business. */
const maxDaysWithout = 30;

/** A currency without its own calendar is settled on days that are business days in all calendars. */
export function businessDays({ restDays, holidays }: BusinessDays): IsBusinessDay {
  const own = new Set(restDays.map(({ currency }) => currency));
  const off = new Set([
    ...restDays.map(({ currency, weekday }) => `${currency} ${weekday}`),
    ...holidays.map(({ currency, day }) => `${currency} ${day}`),
  ]);
  const works = (currency: string, day: string): boolean =>
    !off.has(`${currency} ${new Date(`${day}T00:00:00Z`).getUTCDay()}`) && !off.has(`${currency} ${day}`);
  return (currency, day) => (own.has(currency) ? works(currency, day) : [...own].every((one) => works(one, day)));
}

/** The business day `count` business days after `day`. If `day` is not a business day, counting starts at the next one (PSD2 art. 78). */
export function businessDaysAfter(count: number, currency: string, day: string, isBusinessDay: IsBusinessDay): string {
  let at = day;
  for (let left = count, without = 0; !isBusinessDay(currency, at) || left > 0;) {
    if (isBusinessDay(currency, at)) [left, without] = [left - 1, 0];
    else if (++without > maxDaysWithout)
      throw new Error(`The calendar has no business day for ${currency} in the ${maxDaysWithout} days up to ${at}`);
    at = daysAfter(at, 1);
  }
  return at;
}

/** The day on which the creditor's bank receives a payment sent on `sentOn`. Instant payments arrive on any day. */
export const settlementDay = (settlement: 'instant' | number, currency: string, sentOn: string, isBusinessDay: IsBusinessDay): string =>
  settlement === 'instant' ? sentOn : businessDaysAfter(settlement, currency, sentOn, isBusinessDay);
