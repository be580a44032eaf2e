import { daysAfter } from '@open-banking/messages';

/** Whether payments of this currency are settled on that day. */
export type IsBusinessDay = (currency: string, day: string) => boolean;

export interface BusinessDays {
  /** Days of the week without settlement, Sunday is 0, of each currency that has a calendar. */
  readonly restDays: readonly { readonly currency: string; readonly weekday: number }[];
  readonly holidays: readonly { readonly currency: string; readonly day: string }[];
}

/** No calendar has as many days in a row without business. */
const mostDaysWithout = 30;

/** A currency without a calendar of its own is settled on days on which all others are: both sides are then at work. */
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

/** The business day so many after a day. One that is none itself counts as the next that is (PSD2 art. 78); with 0 it is that. */
export function businessDaysAfter(count: number, currency: string, day: string, isBusinessDay: IsBusinessDay): string {
  let at = day;
  for (let left = count, without = 0; !isBusinessDay(currency, at) || left > 0;) {
    if (isBusinessDay(currency, at)) [left, without] = [left - 1, 0];
    else if (++without > mostDaysWithout) throw new Error(`no business day for ${currency} in ${mostDaysWithout} days until ${at}`);
    at = daysAfter(at, 1);
  }
  return at;
}

/** The day on which the creditor's bank has what is sent on a day. Instant payments arrive on any day. */
export const settlementDay = (settlement: 'instant' | number, currency: string, sentOn: string, isBusinessDay: IsBusinessDay): string =>
  settlement === 'instant' ? sentOn : businessDaysAfter(settlement, currency, sentOn, isBusinessDay);
