import { IsFormat, IsListOf, IsText, IsWholeNumber, Optional } from '@open-banking/http/field.decorator';
import { developerMandatesInternal, developerObjectsInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { ConsentState } from './introspection.contracts.js';
import { PaymentFacts } from './lookups.contracts.js';
import { MandateStatus, Money, nullable, oneOf } from './schemas.js';

/** Which of a developer's consents, payments or mandates, newest first. */
export class DeveloperObjectsQuery {
  /** Clients of the developer; others are left out. */
  @IsListOf(IsFormat('uuid'), { max: 500 }) readonly clientIds!: string[];
  /** The stored status; a change by time is stored within a second. */
  @Optional() @IsText({ min: 1, max: 30 }) readonly status?: string;
  /** The id of the last one of the page before. */
  @Optional() @IsFormat('uuid') readonly before?: string;
  @IsWholeNumber({ min: 1 }) readonly most!: number;
}

/** A status that was passed. `at`: ISO 8601 on the bank's clock; null: an end that an earlier release stored without its time. */
const Passed = Type.Object({
  status: Type.String(),
  at: nullable(Type.String()),
  reason: Type.Optional(Type.String()),
  /** The text of the reason; a service of the previous release has none. */
  text: Type.Optional(Type.String()),
});

/** A customer who has approved. The name is null if the customer was made for another developer, or is known to another service. */
const Approver = Type.Object({ psuId: Type.String(), name: nullable(Type.String()) });

const own = { clientId: Type.String(), createdAt: Type.String(), states: Type.Array(Passed), approvers: Type.Array(Approver) };
const deadline = nullable(Type.String());

export const DeveloperConsent = Type.Object({
  ...own,
  consentId: Type.String(),
  status: ConsentState.properties.status,
  kind: Type.String(),
  /** The access that the client asked for: the members of `access`, and `ownerName`. */
  requested: Type.Array(Type.String()),
  recurring: Type.Boolean(),
  frequencyPerDay: Type.Number(),
  validUntil: Type.String(),
  approveBy: deadline,
  endsAt: deadline,
  /** Permissions on everything that the customer has; null: `grants` has them. */
  everywhere: nullable(Type.Array(Type.String())),
  /** The permissions that the customer has granted, by resource. Empty where `everywhere` has them. */
  grants: Type.Array(Type.Object({ kind: Type.String(), account: Type.String(), permissions: Type.Array(Type.String()) })),
  /** Reads without the customer are used up until then. */
  readsUsedUpUntil: deadline,
});
export type DeveloperConsent = Shape<typeof DeveloperConsent>;

export const DeveloperPayment = Type.Object({
  ...own,
  paymentId: Type.String(),
  transactionStatus: PaymentFacts.properties.transactionStatus,
  product: Type.String(),
  amount: Money,
  fee: Type.String(),
  creditorName: nullable(Type.String()),
  creditorAccount: nullable(Type.String()),
  /** The creditor's account is at this bank: no other bank answers. */
  isInternal: Type.Boolean(),
  remittance: nullable(Type.String()),
  requestedExecutionDate: nullable(Type.String()),
  executionDate: nullable(Type.String()),
  approveBy: deadline,
  /** The state of the instruction that clearing has; null: it has none yet. */
  clearing: nullable(Type.String()),
  /** How the other bank will answer, as the developer has set it. */
  clearingAnswer: nullable(Type.Object({ answer: oneOf('rejected', 'returned'), reason: Type.String() })),
});
export type DeveloperPayment = Shape<typeof DeveloperPayment>;

/** A collection of a mandate. */
const MandateCollection = Type.Object({
  collectionId: Type.String(),
  amount: Money,
  state: oneOf('accepted', 'booked', 'returned'),
  reason: nullable(Type.String()),
  /** The text of the reason; a service of the previous release has none. */
  text: Type.Optional(nullable(Type.String())),
  presentedAt: Type.String(),
  decidedAt: nullable(Type.String()),
  refundedOn: nullable(Type.String()),
});

/** The client's latest request to cancel a mandate. */
const MandateCancellation = Type.Object({
  state: oneOf('pending', 'approved', 'refused', 'lapsed'),
  askedAt: Type.String(),
  closedAt: nullable(Type.String()),
});

export const DeveloperMandate = Type.Object({
  ...own,
  resourceId: Type.String(),
  mandateId: Type.String(),
  mandateStatus: MandateStatus,
  reasonCode: nullable(Type.String()),
  suspendedBy: nullable(oneOf('customer', 'bank')),
  scheme: Type.String(),
  sequence: Type.String(),
  frequency: nullable(Type.String()),
  collectionAmount: nullable(Money),
  maximumAmount: nullable(Money),
  /** The currency of the account that the customer has chosen, or of the amounts before that. */
  currency: nullable(Type.String()),
  creditorName: Type.String(),
  creditorScheme: Type.String(),
  debtorName: Type.String(),
  dateOfSignature: nullable(Type.String()),
  firstCollectionDate: nullable(Type.String()),
  finalCollectionDate: nullable(Type.String()),
  approveBy: deadline,
  /** The newest ones. */
  collections: Type.Array(MandateCollection),
  cancellation: nullable(MandateCancellation),
});
export type DeveloperMandate = Shape<typeof DeveloperMandate>;

const list = <S extends Type.TSchema>(one: S) => Type.Object({ objects: Type.Array(one) });

export const developerObjectsContracts = contracts(developerObjectsInternal, {
  listDeveloperConsents: { body: DeveloperObjectsQuery, response: list(DeveloperConsent) },
  readDeveloperConsent: { response: DeveloperConsent },
  listDeveloperPayments: { body: DeveloperObjectsQuery, response: list(DeveloperPayment) },
  readDeveloperPayment: { response: DeveloperPayment },
});

export const developerMandatesContracts = contracts(developerMandatesInternal, {
  listDeveloperMandates: { body: DeveloperObjectsQuery, response: list(DeveloperMandate) },
  readDeveloperMandate: { response: DeveloperMandate },
});
