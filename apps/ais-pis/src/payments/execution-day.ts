import { daysAfter } from '@open-banking/messages';
import type { Scheme } from './scheme.js';

/** The bank's day, and its time of day, `HH:MM`. */
export interface Moment { readonly today: string; readonly time: string }

export interface ToExecute {
  /** The day that the client asked for. */
  readonly asked: string | null;
  readonly currency: string;
  /** The creditor's account is at this bank: nobody else has to be open for business. */
  readonly inside: boolean;
  readonly scheme: Scheme;
}

/** Whether payments of this currency are settled on that day. */
export type IsBusinessDay = (currency: string, day: string) => boolean;

/** No calendar has as many days in a row without business. */
const mostDaysWithout = 30;

/** The day on which a payment is executed where it is approved now (PSD2 art. 78: after the cut-off is the next business day). */
export function executionDay({ asked, currency, inside, scheme }: ToExecute, { today, time }: Moment, isBusinessDay: IsBusinessDay): string {
  const earliest = asked !== null && asked > today ? asked : today;
  if (inside || scheme.cutOff === undefined) return earliest;
  const first = earliest === today && time >= scheme.cutOff ? daysAfter(today, 1) : earliest;
  for (let after = 0; after < mostDaysWithout; after += 1) if (isBusinessDay(currency, daysAfter(first, after))) return daysAfter(first, after);
  throw new Error(`no business day for ${currency} in ${mostDaysWithout} days from ${first}`);
}
