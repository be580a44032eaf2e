/** A mandate's life (openFinance MandateStatus): what may follow what, and nothing else. */
export const next = {
  RCVD: ['ACTV', 'PATC', 'RJCT', 'CANC'],
  PATC: ['ACTV', 'RJCT', 'CANC'],
  ACTV: ['SUSP', 'EXPI', 'CANC'],
  SUSP: ['ACTV', 'EXPI', 'CANC'],
  EXPI: [], CANC: [], RJCT: [],
} as const satisfies Record<string, readonly string[]>;

export type MandateStatus = keyof typeof next;

/** The first state of every mandate: received, and waiting for its customer. */
export const first: MandateStatus = 'RCVD';

/** Nobody has approved it yet: the creditor may take it back alone. Afterwards the customer has a word in it. */
export const withdrawable: readonly MandateStatus[] = ['RCVD', 'PATC'];

/** MandateReasonCode of a mandate that its creditor took back: end of the underlying contract. */
export const withdrawn = 'MD16';
