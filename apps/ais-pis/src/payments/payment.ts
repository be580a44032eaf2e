/** A payment's life, by Berlin Group status (ISO 20022 ExternalPaymentTransactionStatus1Code): what may follow what, and nothing else. */
export const next = {
  RCVD: ['ACTC', 'PATC', 'RJCT'],
  PATC: ['ACTC', 'RJCT'],
  ACTC: ['ACFC', 'PDNG', 'RJCT'],
  PDNG: ['ACFC', 'CANC', 'RJCT'],
  ACFC: ['ACSP', 'RJCT'],
  ACSP: ['ACSC', 'ACCC', 'RJCT'],
  ACSC: [], ACCC: [], RJCT: [], CANC: [],
} as const satisfies Record<string, readonly string[]>;

export type TransactionStatus = keyof typeof next;

/** The first state of every payment: received, and waiting for its customer. */
export const first: TransactionStatus = 'RCVD';
