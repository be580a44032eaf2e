import { daysAfter, Money, monthsAfter, type Amount } from '@open-banking/messages';
import type { MandateStatus } from '../mandates/mandate.js';
import type { MandateRequest } from '../mandates/mandates.messages.js';

/** Why a collection comes back: ISO 20022 ExternalReturnReason1Code, or MandateReasonCode where the mandate is the reason. */
export const returns = {
  AC01: 'The account does not exist.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AG02: 'The mandate is of another scheme.',
  AM02: 'The mandate names another amount.',
  AM03: 'The mandate is in another currency.',
  AM04: 'There is not enough money on the account.',
  DT01: 'The mandate begins on a later day.',
  MD01: 'There is no mandate that has been given and not been taken back.',
  MD20: 'The mandate has expired.',
  MS02: 'The customer has suspended the mandate.',
  MS03: 'The bank has suspended the mandate, or gives no reason.',
  SL13: 'The mandate was collected in this period already.',
  SL14: 'The mandate lets less be collected at once.',
} as const satisfies Record<string, string>;
export type ReturnReason = keyof typeof returns;

/** A mandate as a collection finds it. */
export interface Collectable {
  readonly request: MandateRequest;
  readonly status: MandateStatus;
  readonly suspendedBy: 'customer' | 'bank' | null;
  readonly dateOfSignature: string | null;
  readonly currency: string | undefined;
}

/** Why the mandate does not let this be collected on this day; undefined where it does, as far as it alone can say. */
export const refusalOf = (mandate: Collectable, asked: Readonly<Amount>, today: string): ReturnReason | undefined =>
  byStatus(mandate) ?? byTerms(mandate, asked, today);

function byStatus({ status, suspendedBy }: Collectable): ReturnReason | undefined {
  if (status === 'ACTV') return undefined;
  if (status === 'SUSP') return suspendedBy === 'customer' ? 'MS02' : 'MS03';
  return status === 'EXPI' ? 'MD20' : 'MD01';
}

function byTerms(
  {
    request: {
      collectionAmount,
      maximumAmount,
      occurrences: { firstCollectionDate },
    },
    currency,
  }: Collectable,
  asked: Readonly<Amount>,
  today: string,
): ReturnReason | undefined {
  if (firstCollectionDate !== undefined && today < firstCollectionDate) return 'DT01';
  if (currency !== asked.currency) return 'AM03';
  const amount = Money.parse(asked);
  if (collectionAmount && !amount.equals(Money.parse(collectionAmount))) return 'AM02';
  return maximumAmount && amount.compare(Money.parse(maximumAmount)) > 0 ? 'SL14' : undefined;
}

const months = { YEAR: 12, MIAN: 6, QURT: 3, MNTH: 1 } as const;
const days = { FRTN: 14, WEEK: 7, DAIL: 1 } as const;

/**
 * The first day of the period that a day is in: a mandate is collected once in each. Periods are counted from the first
 * collection date, or from the signature, so that one that was collected late is not late ever after. Null: no periods.
 */
export function periodOf(
  {
    request: {
      occurrences: { sequenceType, frequencyType, firstCollectionDate },
    },
    dateOfSignature,
  }: Pick<Collectable, 'request' | 'dateOfSignature'>,
  day: string,
): string | null {
  const begin = firstCollectionDate ?? dateOfSignature ?? day;
  if (sequenceType === 'OOFF') return begin;
  if (frequencyType !== undefined && frequencyType in months) return monthsPeriod(begin, day, months[frequencyType as keyof typeof months]);
  if (frequencyType === undefined || !(frequencyType in days)) return null;
  const length = days[frequencyType as keyof typeof days];
  const passed = Math.round((Date.parse(day) - Date.parse(begin)) / 86_400_000);
  return daysAfter(begin, Math.floor(passed / length) * length);
}

function monthsPeriod(begin: string, day: string, length: number): string {
  const [from, to] = [begin, day].map((date) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))) as [number, number];
  const passed = Math.floor((to - from) / length);
  const start = monthsAfter(begin, passed * length);
  return start <= day ? start : monthsAfter(begin, (passed - 1) * length);
}

/** PSD2 art. 77(1): a customer may ask for a refund for eight weeks from the debit. */
const refundDays = 56;

export interface Refundable {
  readonly state: 'accepted' | 'booked' | 'returned';
  readonly bookedOn: string | null;
  readonly refundAskedAt: Date | null;
}

/** Whether the customer can still have it back, and has not had it: without a reason in the core scheme, and never in the one between firms. */
export function refundable(
  { localInstrumentCode }: MandateRequest['mandateType'],
  { state, bookedOn, refundAskedAt }: Refundable,
  today: string,
): boolean {
  return localInstrumentCode === 'CORE' && state === 'booked' && refundAskedAt === null && today <= daysAfter(bookedOn!, refundDays);
}
