import { paymentStatusAt, reasonText } from '@open-banking/ais-pis-payments';
import type { ConsentStatus } from '@open-banking/ais-pis-consents';
import type { DeveloperConsentRow, DeveloperPaymentRow } from './developer-objects.statements.js';

/** A status that was passed. `at`: ISO 8601 on the bank's clock; null: an end of which an earlier release stored only the day. */
export interface PassedState {
  readonly status: string;
  readonly at: string | null;
  readonly reason?: string;
  /** The text of the reason. */
  readonly text?: string;
}

const instant = (at: Date | null): string | null => at && at.toISOString();

/** The statuses that a consent has passed, oldest first; the last one is `status`, its status now. */
export function statesOfConsent(row: DeveloperConsentRow, status: ConsentStatus, now: Date): PassedState[] {
  const { createdAt, firstApprovedAt, approvedAt, endedAt, approveBy, endsAt } = row;
  const states: PassedState[] = [{ status: 'received', at: instant(createdAt) }];
  if (firstApprovedAt) states.push({ status: 'partiallyAuthorised', at: instant(firstApprovedAt) });
  if (approvedAt) states.push({ status: 'valid', at: instant(approvedAt) });
  if (states.at(-1)!.status === status) return states;
  // An end by time that is not stored yet: the deadline has passed.
  const ended = endedAt ?? [approveBy, endsAt].find((deadline) => deadline !== null && deadline <= now) ?? null;
  return [...states, { status, at: instant(ended) }];
}

const explained = (reason: string, { clearing }: DeveloperPaymentRow) => ({
  reason,
  text: reasonText(reason, { byClearing: clearing === 'REJECTED' }),
});

/** The statuses that a payment has passed, oldest first. */
export function statesOfPayment(row: DeveloperPaymentRow, now: Date): PassedState[] {
  const states: PassedState[] = [
    { status: 'RCVD', at: instant(row.createdAt) },
    ...row.history.map(({ to, at, reason }) => ({ status: to, at, ...(reason !== null && explained(reason, row)) })),
  ];
  const status = paymentStatusAt(row, now);
  // Not approved in time, and not stored yet.
  return states.at(-1)!.status === status ? states : [...states, { status, at: instant(row.approveBy), ...explained('NOAS', row) }];
}
