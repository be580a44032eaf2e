import { services } from '@open-banking/spec';
import Type from 'typebox';
import type { Shape } from './contract.js';
import { Money, oneOf } from './schemas.js';

/** Why a customer cannot approve it. */
export const Blocked = oneOf(
  'accounts',
  'customer',
  'state',
  'nothing',
  'account-blocked',
  'client',
  'opted-out',
  'mandate-exists',
  'no-latin-name',
);

/** A resource of the customer as the page names it, and what it could be read for. */
export const ApprovalOffer = Type.Object({
  /** The page's name for it, unique within the facts: `<service>:<resourceId>`. */
  key: Type.String(),
  service: oneOf(...services),
  /** `account`, `savings`, `loan`, `card`, `securities`, as the owning service calls it. */
  kind: Type.String(),
  resourceId: Type.String(),
  name: Type.String(),
  /** IBAN, branch and number, or masked PAN. */
  number: Type.String(),
  currency: Type.String(),
  /** `both`: a second owner must approve as well. */
  rule: oneOf('any', 'both'),
  permissions: Type.Array(oneOf('accounts', 'balances', 'transactions')),
});
export type ApprovalOffer = Shape<typeof ApprovalOffer>;

/** A mandate to be given. The debtor's account is the one offer, or is chosen among `offers`. */
export const MandateFacts = Type.Object({
  kind: Type.Literal('mandate'),
  /** The accounts it is about: those meant, or those among which the customer chooses. */
  offers: Type.Array(ApprovalOffer),
  /** How many of `offers` the customer chooses: `none`: all are meant as they stand; `some`: at least one; `one`: exactly one. */
  choose: oneOf('none', 'one', 'some'),
  /** Approved by one owner already; this is the second. */
  second: Type.Boolean(),
  /** This customer has approved it, and it took effect: another approval only gives the client a new token. */
  approved: Type.Optional(Type.Literal(true)),
  /** Other owners must approve besides this second one. */
  more: Type.Optional(Type.Literal(true)),
  /** Services that should have been asked and did not answer: retry, or leave out. Not those left out already. */
  unavailable: Type.Array(oneOf(...services)),
  blocked: Type.Optional(Blocked),
  creditorName: Type.String(),
  /** The creditor's scheme identification. */
  creditorId: Type.String(),
  /** The number of the account that the money goes to; absent from a service of the previous release. */
  creditorAccount: Type.Optional(Type.String()),
  /** The creditor's own name for the mandate. */
  mandateId: Type.String(),
  /** The amount of each collection, if it is fixed. */
  amount: Type.Optional(Money),
  /** The most of each collection. Without both, the creditor names the amount each time. */
  maximum: Type.Optional(Money),
  frequency: oneOf('YEAR', 'MIAN', 'QURT', 'MNTH', 'FRTN', 'WEEK', 'DAIL', 'ADHO', 'once'),
  /** The bank's days; without `until` it has no last day. */
  from: Type.String(),
  until: Type.Optional(Type.String()),
});
export type MandateFacts = Shape<typeof MandateFacts>;

export const MandateApprovalOutcome = Type.Union([
  Type.Object({
    outcome: oneOf('complete', 'partial'),
  }),
  Type.Object({
    blocked: Blocked,
  }),
]);
export type MandateApprovalOutcome = Shape<typeof MandateApprovalOutcome>;
