/** A payment's life, by Berlin Group status (ISO 20022 ExternalPaymentTransactionStatus1Code): what may follow what, and nothing else. */
export const transitions = {
  RCVD: ['ACTC', 'PATC', 'RJCT'],
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

/** The first state of every payment: received, and waiting for its customer. */
export const initialStatus: TransactionStatus = 'RCVD';

/** `open` waits for an approval, `living` has it, `ended` has come to nothing. A payment that was made lives on: what became of it can be read. */
export function phaseOf(status: TransactionStatus): 'open' | 'living' | 'ended' {
  if (status === 'RCVD' || status === 'PATC') return 'open';
  return status === 'RJCT' || status === 'CANC' ? 'ended' : 'living';
}

export interface Times {
  readonly transactionStatus: TransactionStatus;
  /** By when it must be approved, where it still must. */
  readonly approveBy: Date | null;
}

/** A payment that clearing may still have to answer. */
export interface Answerable {
  /** By when clearing's answer was due; null: no answer is awaited (any longer). */
  readonly answerBy: Date | null;
}

/** Whether clearing is late: the status stays, and the bank investigates. */
export const isInvestigated = ({ answerBy }: Answerable, now: Date): boolean => answerBy !== null && answerBy <= now;

/** What the status is now, whether or not anybody has written it down yet. */
export const statusAt = ({ transactionStatus, approveBy }: Times, now: Date): TransactionStatus =>
  approveBy !== null && approveBy <= now ? 'RJCT' : transactionStatus;
