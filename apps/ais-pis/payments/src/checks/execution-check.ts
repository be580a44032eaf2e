import { hashFacts } from '@open-banking/commands';
import type { PaymentReason } from '../payment-reason.js';
import type { PaymentRequest } from '../payments.messages.js';

/** What a check says of a payment at this moment. */
export type CheckState = 'ASKED' | 'ALLOWED' | 'REFUSED' | 'HELD';
/** What the bank's port answers. */
export type PortDecision = 'allow' | 'refuse' | 'hold';

export const stateOf: Readonly<Record<PortDecision, Exclude<CheckState, 'ASKED'>>> = { allow: 'ALLOWED', refuse: 'REFUSED', hold: 'HELD' };

/** The part of a payment that is checked. */
export interface PaymentToCheck {
  readonly paymentId: string;
  readonly clientId: string;
  /** The customer who approved it first: whose caps and limits count. */
  readonly psuId: string | null;
  readonly product: string;
  readonly request: PaymentRequest;
  readonly currency: string;
  readonly amount: string;
  readonly fee: string;
  /** The day that the customer approved: a calendar that changes later changes no facts. */
  readonly approvedDate: string | null;
  readonly debtorIban: string;
}

/** What the port is told, and answers about: nothing that may change while a payment waits unless the payment itself has changed. */
export function checkFactsOf({ request, ...payment }: PaymentToCheck): object {
  const { paymentId, clientId, psuId, product, currency, amount, fee, approvedDate, debtorIban } = payment;
  const { instructedAmount: _, debtorAccount: __, ...asAccepted } = request;
  return {
    ...asAccepted,
    paymentId,
    clientId,
    psuId,
    product,
    amount: { currency, amount },
    fee: { currency, amount: fee },
    executionDate: approvedDate,
    debtorAccount: { iban: debtorIban },
  };
}

export const checkHashOf = (payment: PaymentToCheck): string => hashFacts(checkFactsOf(payment));

/** A check as it is stored. */
export interface StoredCheck {
  readonly state: CheckState | 'VOID';
  readonly decidedBy: 'port' | 'time-out' | 'operator' | null;
  /** The port's own answer, if it has come. */
  readonly answer: PortDecision | null;
  readonly answerReason: string | null;
}

/** An answer takes effect, says once more what is known, contradicts what was decided before, or is about a payment that has changed. */
export type Effect = 'takes effect' | 'known' | 'contradicts' | 'void';

/**
 * The first answer stands. One that comes after the time is over takes effect only on what is held for that reason: what time or a person has
 * decided stays decided.
 */
export function effectOf(check: StoredCheck, decision: PortDecision, reason: PaymentReason | null): Effect {
  const { state, decidedBy, answer, answerReason } = check;
  if (state === 'VOID') return 'void';
  if (answer !== null) return answer === decision && answerReason === reason ? 'known' : 'contradicts';
  if (state === 'ASKED' || (state === 'HELD' && decidedBy === 'time-out')) return 'takes effect';
  return stateOf[decision] === state ? 'known' : 'contradicts';
}

/** What becomes of a payment without an answer: `refuse`, `allow`, or `hold` for a person. */
export type TimeoutOutcome = 'refuse' | 'allow' | 'hold';

/** What the end of a check's time makes of it. What is held until then is refused: only an instant payment ends so. */
export const outcomeAfterTime = (
  state: StoredCheck['state'],
  isInstant: boolean,
  { usual, instant }: { readonly usual: TimeoutOutcome; readonly instant: TimeoutOutcome },
): PortDecision => (state === 'HELD' ? 'refuse' : isInstant ? instant : usual);
