import { IsFormat, IsListOf, IsNextOf, IsText, Optional } from '@open-banking/http/field.decorator';
import { reconciliationInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { nullable, oneOf } from './schemas.js';

const IsIds = () => IsListOf(IsFormat('uuid'), { max: 100 });

/** A day's statement of the sandbox's settlement account; with what it is to have wrong, by ids of payments, transfers and collections. */
export class SettlementStatementRequest {
  /** Default: today. */
  @Optional() @IsFormat('date') readonly day?: string;
  @Optional() @IsIds() readonly leaveOut?: readonly string[];
  @Optional() @IsIds() readonly double?: readonly string[];
  @Optional() @IsIds() readonly otherAmount?: readonly string[];
  /** Payments that it settles whatever was answered. */
  @Optional() @IsIds() readonly settle?: readonly string[];
  @Optional()
  @IsText({ matches: /^\d{1,14}(\.\d{1,2})?$/, must: 'be a decimal number without sign, like "1.50"' })
  readonly charge?: string;
  @Optional()
  @IsText({ matches: /^-?\d{1,14}(\.\d{1,2})?$/, must: 'be a decimal number, like "120.50" or "-120.50"' })
  readonly closingOff?: string;
}

/** A period of the bank's days, today where none is given; pages by `after`, the `next` of the page before. */
export class ReconciledPeriod {
  @Optional() @IsFormat('date') readonly from?: string;
  @Optional() @IsFormat('date') readonly until?: string;
  /** Payment products, and `collections`. Default: all. */
  @Optional() @IsListOf(IsText({ max: 60 }), { max: 50 }) readonly products?: readonly string[];
  @Optional()
  @IsNextOf('date', 'uuid')
  readonly after?: string;
}

/** References of a statement that were found in no period: ids of payments, instructions, transfers and collections. */
export class SettledSearch {
  @IsListOf(IsFormat('uuid'), { min: 1, max: 1_000 }) readonly ids!: readonly string[];
}

/** An instruction with clearing's answer, and what the clearing account has of its payment. */
export const InstructedPayment = Type.Object({
  instructionId: Type.String(),
  paymentId: Type.String(),
  product: Type.String(),
  currency: Type.String(),
  amount: Type.String(),
  state: oneOf('INSTRUCTED', 'ACCEPTED', 'REJECTED', 'RETURNED'),
  reason: nullable(Type.String()),
  instructedOn: Type.String(),
  /** The day on which clearing settles it, by its product and the calendar. */
  settlementDate: Type.String(),
  endToEndId: nullable(Type.String()),
  /** The bank's core was instructed (LEDGER=core): nothing is posted here. */
  byCore: Type.Boolean(),
  /** The creditor's account is at this bank: clearing settles nothing. */
  settledHere: Type.Boolean(),
  /** The amount posted on the clearing account when the payment was debited; null: nothing. */
  posted: nullable(Type.String()),
  /** All postings of the payment on the clearing account. */
  balance: Type.String(),
});
export type InstructedPayment = Shape<typeof InstructedPayment>;

/** `next` is the `after` of the next page; absent on the last page. */
export const InstructedPage = Type.Object({
  from: Type.String(),
  until: Type.String(),
  /** The keeper of the books: with `core` nothing is posted here, and incoming transfers are not known here. */
  ledger: oneOf('own', 'core'),
  instructed: Type.Array(InstructedPayment),
  next: Type.Optional(Type.String()),
});
export type InstructedPage = Shape<typeof InstructedPage>;

/** A posting on the clearing account that clearing settles by an entry of its own, or one that belongs to no instruction. */
export const ClearingPosting = Type.Object({
  /** The payment, transfer or collection. */
  subject: Type.String(),
  kind: Type.String(),
  product: Type.String(),
  currency: Type.String(),
  /** As the settlement account sees it: a credit is positive. */
  amount: Type.String(),
  bookingDate: Type.String(),
  valueDate: Type.String(),
  endToEndId: nullable(Type.String()),
  /** An instruction, transfer or collection is known by this id. */
  isKnown: Type.Boolean(),
});
export type ClearingPosting = Shape<typeof ClearingPosting>;

export const PostingPage = Type.Object({
  postings: Type.Array(ClearingPosting),
  next: Type.Optional(Type.String()),
});
export type PostingPage = Shape<typeof PostingPage>;

/** A credit transfer that was rejected here: its money must have gone back. */
export const RejectedTransfer = Type.Object({
  transferId: Type.String(),
  reason: Type.String(),
  decidedOn: Type.String(),
});
export type RejectedTransfer = Shape<typeof RejectedTransfer>;

export const SettledEntries = Type.Object({
  instructed: Type.Array(InstructedPayment),
  postings: Type.Array(ClearingPosting),
  rejected: Type.Array(RejectedTransfer),
});
export type SettledEntries = Shape<typeof SettledEntries>;

export const reconciliationContracts = contracts(reconciliationInternal, {
  writeStatement: {
    body: SettlementStatementRequest,
    response: Type.Object({
      day: Type.String(),
      document: Type.String(),
    }),
  },
  listInstructed: { body: ReconciledPeriod, response: InstructedPage },
  listClearingPostings: { body: ReconciledPeriod, response: PostingPage },
  findSettled: { body: SettledSearch, response: SettledEntries },
});
