import type { ConsentState } from '@open-banking/contracts';
import { daysAfter } from '@open-banking/messages';

export type ConsentStatus = ConsentState['status'];

/** The transitions of a consent's status (NextGenPSD2 1.3.11 `consentStatus`; `replacedByTpp` from openFinance); there are no others. */
export const transitions = {
  received: ['partiallyAuthorised', 'valid', 'rejected', 'terminatedByTpp'],
  partiallyAuthorised: ['valid', 'rejected', 'terminatedByTpp'],
  valid: ['expired', 'revokedByPsu', 'terminatedByTpp', 'replacedByTpp'],
  rejected: [],
  expired: [],
  revokedByPsu: [],
  terminatedByTpp: [],
  replacedByTpp: [],
} as const satisfies Record<ConsentStatus, readonly ConsentStatus[]>;

export const mayBecome = (from: ConsentStatus, to: ConsentStatus): boolean => (transitions[from] as readonly ConsentStatus[]).includes(to);

/** Every status from which a consent may become `to`. */
export const statusesBefore = (to: ConsentStatus): ConsentStatus[] =>
  (Object.keys(transitions) as ConsentStatus[]).filter((from) => mayBecome(from, to));

/** `open` waits for an approval, `active` is approved, `ended` is final. */
export const consentPhase = (status: ConsentStatus): 'open' | 'active' | 'ended' =>
  status === 'valid' ? 'active' : transitions[status].length > 0 ? 'open' : 'ended';

export interface ConsentTimes {
  readonly status: ConsentStatus;
  /** The last day it is valid, in the bank's time zone. */
  readonly validUntil: string;
  /** Deadline for the approval; null if none is awaited. */
  readonly approveBy: Date | null;
  /** End of a one-off consent, 24 h after its approval. */
  readonly endsAt: Date | null;
}

/** The status at this moment, whether or not the change by time is stored yet. */
export function consentStatusAt({ status, validUntil, approveBy, endsAt }: ConsentTimes, now: Date, today: string): ConsentStatus {
  if (consentPhase(status) === 'open') return validUntil < today || (approveBy !== null && approveBy <= now) ? 'rejected' : status;
  if (status === 'valid') return validUntil < today || (endsAt !== null && endsAt <= now) ? 'expired' : status;
  return status;
}

/** The day on which the consent ended by time: the day after its last, or the day of a missed deadline. */
export function endedOn({ validUntil, approveBy, endsAt }: ConsentTimes, dayOf: (instant: Date) => string): string {
  const days = [daysAfter(validUntil, 1), ...[approveBy, endsAt].flatMap((instant) => (instant ? [dayOf(instant)] : []))];
  return days.sort()[0]!;
}

const hour = 3_600_000;

/** A one-off consent ends 24 h after its approval; a recurring one has no such time. */
export const endOf = (recurring: boolean, approvedAt: Date): Date | null => (recurring ? null : new Date(approvedAt.getTime() + 24 * hour));

/** PSD2 RTS art. 36(5)(b): at most four unattended reads in 24 h. */
export const maxPerDay = 4;
