import { IsFormat, IsListOf, IsNested, IsText, Optional } from '@open-banking/http';
import { IsStatusReason, lettersOf } from '@open-banking/ais-pis-payments';

const IsAmountText = () =>
  IsText({ matches: /^(0\.0*[1-9]\d*|[1-9]\d{0,13}(\.\d{1,4})?)$/, must: 'be a positive decimal number, like "5000.00"' });

export class CapKey {
  /** Left out: of every customer without a cap of their own. */
  @Optional() @IsFormat('uuid') readonly customerId?: string;
  @IsFormat('currency') readonly currency!: string;
}

/** Without amounts this customer has no cap, whatever all others have. */
export class PaymentCap extends CapKey {
  @Optional() @IsAmountText() readonly perPayment?: string;
  @Optional() @IsAmountText() readonly perDay?: string;
}

export interface CapView {
  readonly customerId: string | null;
  readonly currency: string;
  readonly perPayment: string | null;
  readonly perDay: string | null;
  readonly setBy: string;
  readonly setAt: string;
}

export class CapsQuery {
  @Optional() @IsFormat('uuid') readonly customerId?: string;
  /** The `next` of the previous page. */
  @Optional() @IsText({ matches: /^[0-9a-f-]{36} [A-Z]{3}$/, must: 'be the next of a page' }) readonly after?: string;
}

/** `next` is the `after` of the next page; absent on the last page. */
export interface CapPage {
  readonly caps: readonly CapView[];
  readonly next?: string;
}

/** Exactly one of account and name. */
export class CreditorToBlock {
  /** An IBAN, or the number by which payments name the account. */
  @Optional()
  @IsText({ min: 1, max: 70, matches: /^[A-Za-z0-9][A-Za-z0-9 ._/-]*$/, must: 'be an IBAN or another account number' })
  readonly account?: string;
  /** Compared without accents, case, punctuation and characters that nobody sees; * stands for any letters. */
  @Optional()
  @IsText({ min: 1, max: 140, is: (name) => lettersOf(name).length >= 3, must: 'have at least three letters or digits' })
  readonly name?: string;
  @Optional() @IsStatusReason() readonly reason?: string;
  @Optional() @IsText({ min: 1, max: 500 }) readonly note?: string;
}

export class CreditorsToBlock {
  @IsListOf(IsNested(() => CreditorToBlock), { min: 1, max: 1_000 }) readonly creditors!: readonly CreditorToBlock[];
}

export class BlockedQuery {
  /** The last entryId of the previous page. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

export interface BlockedCreditor {
  readonly entryId: string;
  readonly kind: 'account' | 'name';
  readonly shown: string;
  readonly reason: string;
  readonly note: string | null;
  readonly addedBy: string;
  readonly addedAt: string;
}

/** `next` is the `after` of the next page; absent on the last page. */
export interface BlockedPage {
  readonly creditors: readonly BlockedCreditor[];
  readonly next?: string;
}
