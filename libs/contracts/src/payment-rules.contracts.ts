import { IsFormat, IsListOf, IsNested, IsNextOf, IsText, Optional } from '@open-banking/http/field.decorator';
import { paymentRulesInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { nullable, oneOf } from './schemas.js';
import { IsStatusReason } from './execution-checks.contracts.js';
import { Performed } from './proposals.contracts.js';

export class CapsQuery {
  @Optional() @IsFormat('uuid') readonly customerId?: string;
  /** The `next` of the previous page. */
  @Optional() @IsNextOf('uuid', 'currency') readonly after?: string;
}

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

export class BlockedQuery {
  /** The last entryId of the previous page. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

/** Exactly one of account and name. */
export class CreditorToBlock {
  /** An IBAN, or the number by which payments name the account. */
  @Optional()
  @IsText({ min: 1, max: 70, matches: /^[A-Za-z0-9][A-Za-z0-9 ._/-]*$/, must: 'be an IBAN or another account number' })
  readonly account?: string;
  /** Compared without accents, case, punctuation and invisible characters; * stands for any letters. */
  @Optional()
  @IsText({ min: 1, max: 140 })
  readonly name?: string;
  @Optional() @IsStatusReason() readonly reason?: string;
  @Optional() @IsText({ min: 1, max: 500 }) readonly note?: string;
}

export class CreditorsToBlock {
  @IsListOf(IsNested(() => CreditorToBlock), { min: 1, max: 1_000 }) readonly creditors!: readonly CreditorToBlock[];
}

export const CapView = Type.Object({
  customerId: nullable(Type.String()),
  currency: Type.String(),
  perPayment: nullable(Type.String()),
  perDay: nullable(Type.String()),
  setBy: Type.String(),
  setAt: Type.String(),
});
export type CapView = Shape<typeof CapView>;

/** `next` is the `after` of the next page; absent on the last page. */
export const CapPage = Type.Object({
  caps: Type.Array(CapView),
  next: Type.Optional(Type.String()),
});
export type CapPage = Shape<typeof CapPage>;

export const BlockedCreditor = Type.Object({
  entryId: Type.String(),
  kind: oneOf('account', 'name'),
  shown: Type.String(),
  reason: Type.String(),
  note: nullable(Type.String()),
  addedBy: Type.String(),
  addedAt: Type.String(),
});
export type BlockedCreditor = Shape<typeof BlockedCreditor>;

/** `next` is the `after` of the next page; absent on the last page. */
export const BlockedPage = Type.Object({
  creditors: Type.Array(BlockedCreditor),
  next: Type.Optional(Type.String()),
});
export type BlockedPage = Shape<typeof BlockedPage>;

export const paymentRulesContracts = contracts(paymentRulesInternal, {
  listPaymentCaps: { body: CapsQuery, response: CapPage },
  setPaymentCap: { body: PaymentCap },
  removePaymentCap: { body: CapKey },
  listBlockedCreditors: { body: BlockedQuery, response: BlockedPage },
  blockCreditors: {
    body: CreditorsToBlock,
    response: Type.Object({
      added: Type.Number(),
    }),
  },
  unblockCreditor: { response: Performed, mayBeEmpty: true },
});
