/** An instruction to clearing with its answer, as ais-pis returns it (docs/reconciliation.md). */
export interface InstructedPayment {
  readonly instructionId: string;
  readonly paymentId: string;
  readonly product: string;
  readonly currency: string;
  readonly amount: string;
  readonly state: 'INSTRUCTED' | 'ACCEPTED' | 'REJECTED' | 'RETURNED';
  readonly reason: string | null;
  readonly instructedOn: string;
  readonly settlementDate: string;
  readonly endToEndId: string | null;
  readonly byCore: boolean;
  readonly settledHere: boolean;
  readonly posted: string | null;
  readonly balance: string;
}

/** A posting that clearing settles by an entry of its own; `amount` as the settlement account sees it. */
export interface ClearingPosting {
  readonly subject: string;
  readonly kind: string;
  readonly product: string;
  readonly currency: string;
  readonly amount: string;
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly endToEndId: string | null;
  readonly isKnown: boolean;
}

export interface RejectedTransfer {
  readonly transferId: string;
  readonly reason: string;
  readonly decidedOn: string;
}

export interface Settled {
  readonly instructed: readonly InstructedPayment[];
  readonly postings: readonly ClearingPosting[];
  readonly rejected: readonly RejectedTransfer[];
}

/** The bank's side, read page by page over the period. */
export interface BankSide {
  /** The keeper of the books: incoming transfers that the core books are not known here. */
  readonly ledger: 'own' | 'core';
  instructed(): AsyncIterable<readonly InstructedPayment[]>;
  postings(): AsyncIterable<readonly ClearingPosting[]>;
  /** Finds payments of any day, by ids. */
  find(ids: readonly string[]): Promise<Settled>;
}
