import { daysAfter } from '@open-banking/messages';
import { businessDaysAfter, type IsBusinessDay } from '../calendar/business-day.js';
import type { Scheme } from './payment-products.js';

/** The bank's current day and time of day (`HH:MM`). */
export interface Moment {
  readonly today: string;
  readonly time: string;
}

export interface ToExecute {
  /** The day that the client requested. */
  readonly requested: string | null;
  readonly currency: string;
  /** Whether the creditor's account is at this bank, so that no business day is needed. */
  readonly inside: boolean;
  readonly scheme: Scheme;
}

/** The day on which a payment approved now is executed (PSD2 art. 78: after the cut-off, the next business day). */
export function executionDay(
  { requested, currency, inside, scheme }: ToExecute,
  { today, time }: Moment,
  isBusinessDay: IsBusinessDay,
): string {
  const earliest = requested !== null && requested > today ? requested : today;
  if (inside || scheme.cutOff === undefined) return earliest;
  const first = earliest === today && time >= scheme.cutOff ? daysAfter(today, 1) : earliest;
  return businessDaysAfter(0, currency, first, isBusinessDay);
}
