import { daysAfter, Money, monthsAfter, type Amount } from '@open-banking/messages';
import type { MandateStatus } from '../mandates/mandate.js';
import type { MandateRequest } from '../mandates/mandates.messages.js';

/** The transitions of a collection's state; there are no others. One that the mandate does not allow is `returned` from the beginning. */
export const transitions = {
  accepted: ['booked', 'returned'],
  booked: [],
  returned: [],
} as const satisfies Record<string, readonly string[]>;

export type CollectionStatus = keyof typeof transitions;

/** Return reasons of collections: ISO 20022 ExternalReturnReason1Code, or MandateReasonCode if the mandate is the reason. */
export const returns = {
  AC01: "The debtor's or the creditor's account does not exist.",
  AC03: "The creditor's account is not the mandate's, or is missing where mandates differ in it.",
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AG01: 'The collection is forbidden: the account would collect from itself.',
  AG02: 'The mandate belongs to another scheme.',
  AM02: 'The mandate names another amount.',
  AM03: 'The mandate, or one of the accounts, is in another currency.',
  AM04: 'The account has insufficient funds.',
  DT01: 'The first collection date is in the future.',
  MD01: 'There is no active mandate of the present owners of the account.',
  MD20: 'The mandate has expired.',
  MS02: 'The customer has suspended the mandate.',
  MS03: 'The bank has suspended the mandate, or no reason is given.',
  SL13: 'A collection under this mandate was already booked in this period.',
  SL14: "The amount exceeds the mandate's maximum.",
} as const satisfies Record<string, string>;
export type ReturnReason = keyof typeof returns;

/** The state of a mandate when a collection is presented. */
export interface Collectable {
  readonly request: MandateRequest;
  readonly status: MandateStatus;
  readonly suspendedBy: 'customer' | 'bank' | null;
  readonly dateOfSignature: string | null;
  readonly currency: string | undefined;
}

/** Why the mandate does not allow this collection on this day; undefined if the mandate itself allows it. */
export const collectionRefusal = (mandate: Collectable, asked: Readonly<Amount>, today: string): ReturnReason | undefined =>
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
 * The first day of the period that contains a day: a mandate allows one collection per period. Periods are counted from the first
 * collection date, or from the signature, so a late collection does not shift the next period. Null: no periods.
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

/** PSD2 art. 77(1): a customer may request a refund within eight weeks of the debit. */
const refundDays = 56;

export interface Refundable {
  readonly state: CollectionStatus;
  readonly bookedOn: string | null;
  readonly refundAskedAt: Date | null;
}

/** Whether the customer can still request a refund: in the core scheme without giving a reason, in the B2B scheme never. */
export function refundable(
  { localInstrumentCode }: MandateRequest['mandateType'],
  { state, bookedOn, refundAskedAt }: Refundable,
  today: string,
): boolean {
  return localInstrumentCode === 'CORE' && state === 'booked' && refundAskedAt === null && today <= daysAfter(bookedOn!, refundDays);
}
