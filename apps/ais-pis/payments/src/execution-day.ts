import { daysAfter } from '@open-banking/messages';
import { businessDaysAfter, type BusinessCalendar, type ProductDays } from '@open-banking/ais-pis-ledger';
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
  readonly product: string;
  readonly scheme: Scheme;
}

/** The cut-off of a product on a day whose business ends at `endsAt`; undefined: on a whole day. */
export function cutOffOn({ cutOff, shortDayCutOff }: Scheme, endsAt: string | undefined): string | undefined {
  if (cutOff === undefined || endsAt === undefined) return cutOff;
  return shortDayCutOff ?? (endsAt < cutOff ? endsAt : cutOff);
}

/** Whether a payment can be executed on a day: inside the bank and without a cut-off on any day, otherwise on a business day of its product. */
export const canExecuteOn = (
  day: string,
  { currency, inside, product, scheme }: Omit<ToExecute, 'requested'>,
  { isBusinessDay }: BusinessCalendar,
): boolean => inside || scheme.cutOff === undefined || isBusinessDay(currency, day, productDays(product, scheme));

const productDays = (product: string, { restDays }: Scheme): ProductDays => ({ product, ...(restDays && { restDays }) });

/** The day on which a payment approved now is executed (PSD2 art. 78: after the cut-off, the next business day). */
export function executionDay({ requested, ...payment }: ToExecute, { today, time }: Moment, calendar: BusinessCalendar): string {
  const earliest = requested !== null && requested > today ? requested : today;
  const cutOff = payment.inside ? undefined : cutOffOn(payment.scheme, calendar.endOfDay(payment.currency, today));
  const first = cutOff !== undefined && earliest === today && time >= cutOff ? daysAfter(today, 1) : earliest;
  return businessDaysAfter(0, first, (day) => canExecuteOn(day, payment, calendar));
}
