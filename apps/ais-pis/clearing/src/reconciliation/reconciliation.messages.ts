import { IsFormat, IsListOf, IsText, Optional } from '@open-banking/http';

/** Collections have no payment product; where products are chosen they have this name. */
export const collections = 'collections';

/** A period of the bank's days, today where none is given; pages by `after`, the `next` of the page before. */
export class ReconciledPeriod {
  @Optional() @IsFormat('date') readonly from?: string;
  @Optional() @IsFormat('date') readonly until?: string;
  /** Payment products, and `collections`. Default: all. */
  @Optional() @IsListOf(IsText({ max: 60 }), { max: 50 }) readonly products?: readonly string[];
  @Optional()
  @IsText({ matches: /^\d{4}-\d\d-\d\d [0-9a-f-]{36}$/, must: 'be the "next" of the page before' })
  readonly after?: string;
}

/** References of a statement that were found in no period: ids of payments, instructions, transfers and collections. */
export class SettledSearch {
  @IsListOf(IsFormat('uuid'), { min: 1, max: 1_000 }) readonly ids!: readonly string[];
}

/** An instruction with clearing's answer, and what the clearing account has of its payment. */
export interface InstructedPayment {
  readonly instructionId: string;
  readonly paymentId: string;
  readonly product: string;
  readonly currency: string;
  readonly amount: string;
  readonly state: 'INSTRUCTED' | 'ACCEPTED' | 'REJECTED' | 'RETURNED';
  readonly reason: string | null;
  readonly instructedOn: string;
  /** The day on which clearing settles it, by its product and the calendar. */
  readonly settlementDate: string;
  readonly endToEndId: string | null;
  /** The bank's core was instructed (LEDGER=core): nothing is posted here. */
  readonly byCore: boolean;
  /** The creditor's account is at this bank: clearing settles nothing. */
  readonly settledHere: boolean;
  /** What was posted on the clearing account when the payment was debited; null: nothing. */
  readonly posted: string | null;
  /** All postings of the payment on the clearing account. */
  readonly balance: string;
}

/** A posting on the clearing account that clearing settles by an entry of its own, or one that belongs to no instruction. */
export interface ClearingPosting {
  /** The payment, transfer or collection. */
  readonly subject: string;
  readonly kind: string;
  readonly product: string;
  readonly currency: string;
  /** As the settlement account sees it: a credit is positive. */
  readonly amount: string;
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly endToEndId: string | null;
  /** Whether an instruction, transfer or collection is known by this id. */
  readonly isKnown: boolean;
}

/** `next` is the `after` of the next page; absent on the last page. */
export interface InstructedPage {
  readonly from: string;
  readonly until: string;
  /** Who keeps the books: with `core` nothing is posted here, and incoming transfers are not known here. */
  readonly ledger: 'own' | 'core';
  readonly instructed: readonly InstructedPayment[];
  readonly next?: string;
}
export interface PostingPage {
  readonly postings: readonly ClearingPosting[];
  readonly next?: string;
}

/** A credit transfer that was rejected here: its money must have gone back. */
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
