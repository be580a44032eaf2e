/** The transitions of a payment's status (ISO 20022 ExternalPaymentTransactionStatus1Code; RVCM: openFinance PIS 2.3); there are no others. */
export const transitions = {
  RCVD: ['RVCM', 'ACTC', 'PATC', 'RJCT'],
  RVCM: ['ACTC', 'PATC', 'RJCT'],
  PATC: ['ACTC', 'RJCT'],
  ACTC: ['ACFC', 'PDNG', 'RJCT'],
  PDNG: ['ACFC', 'CANC', 'RJCT'],
  ACFC: ['ACSP', 'RJCT'],
  ACSP: ['ACSC', 'ACCC', 'RJCT'],
  ACSC: [],
  ACCC: [],
  RJCT: [],
  CANC: [],
} as const satisfies Record<string, readonly string[]>;

export type TransactionStatus = keyof typeof transitions;

/** The initial status of every payment: received, waiting for the customer. */
export const initialStatus: TransactionStatus = 'RCVD';

/** Waits for its first approval: received, or received with something to tell of the creditor's name. */
export const waitsForFirst = (status: TransactionStatus): status is 'RCVD' | 'RVCM' => status === 'RCVD' || status === 'RVCM';

/** `open` waits for an approval, `active` is approved, `ended` is rejected or cancelled. An executed payment stays `active`: its status can be read. */
export function paymentPhase(status: TransactionStatus): 'open' | 'active' | 'ended' {
  if (waitsForFirst(status) || status === 'PATC') return 'open';
  return status === 'RJCT' || status === 'CANC' ? 'ended' : 'active';
}

export interface PaymentTimes {
  readonly transactionStatus: TransactionStatus;
  /** Deadline for the approval; null if none is awaited. */
  readonly approveBy: Date | null;
}

/** A payment that may wait for clearing's answer. */
export interface AwaitsClearing {
  /** Deadline for clearing's answer; null if none is awaited. */
  readonly answerBy: Date | null;
}

/** Whether clearing's answer is late. The status stays, and the bank investigates. */
export const isInvestigated = ({ answerBy }: AwaitsClearing, now: Date): boolean => answerBy !== null && answerBy <= now;

/** The status at this moment, whether or not a change by time is stored yet. */
export const paymentStatusAt = ({ transactionStatus, approveBy }: PaymentTimes, now: Date): TransactionStatus =>
  approveBy !== null && approveBy <= now ? 'RJCT' : transactionStatus;
