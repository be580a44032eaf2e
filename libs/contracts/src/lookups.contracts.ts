import { IsFormat, IsText, Optional } from '@open-banking/http/field.decorator';
import { lookupsInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { nullable, oneOf } from './schemas.js';
import { ClientView } from './clients.contracts.js';
import { Performed } from './proposals.contracts.js';

/** An operator's search for customers, by one of the two. It is a body because account numbers do not belong in URLs. */
export class CustomerSearch {
  @Optional() @IsFormat('iban') readonly iban?: string;
  @Optional() @IsText({ min: 1, max: 200 }) readonly login?: string;
}

/** A customer as operators see one. */
export const ApprovingOwner = Type.Object({
  psuId: Type.String(),
  initials: Type.String(),
  approvedAt: Type.String(),
});
export type ApprovingOwner = Shape<typeof ApprovingOwner>;

export const ConsentFactsRow = Type.Object({
  consentId: Type.String(),
  clientId: Type.String(),
  clientName: Type.String(),
  kind: Type.String(),
  recurring: Type.Boolean(),
  frequencyPerDay: Type.Number(),
  createdAt: Type.String(),
  approvedAt: nullable(Type.String()),
  lastActionDate: Type.String(),
  lastUsedAt: nullable(Type.String()),
  everywhere: nullable(Type.Array(Type.String())),
  grants: Type.Array(
    Type.Object({
      service: Type.String(),
      kind: Type.String(),
      account: Type.String(),
      permissions: Type.Array(Type.String()),
    }),
  ),
  owners: Type.Array(ApprovingOwner),
  status: oneOf('expired', 'received', 'partiallyAuthorised', 'valid', 'rejected', 'revokedByPsu', 'terminatedByTpp', 'replacedByTpp'),
  /** The last day it is valid, in the bank's time zone. */
  validUntil: Type.String(),
  /** Deadline for the approval; null if none is awaited. */
  approveBy: nullable(Type.String()),
  /** End of a one-off consent, 24 h after its approval. */
  endsAt: nullable(Type.String()),
});
export type ConsentFactsRow = Shape<typeof ConsentFactsRow>;

export const FoundCustomer = Type.Object({
  psuId: Type.String(),
  initials: Type.String(),
});
export type FoundCustomer = Shape<typeof FoundCustomer>;

/** `late`: clearing has not answered in its time, so that an operator may decide. */
export const PaymentFacts = Type.Object({
  instruction: nullable(
    Type.Object({
      instructionId: Type.String(),
      state: Type.String(),
      reason: nullable(Type.String()),
      instructedAt: Type.String(),
      answerBy: Type.String(),
      /** An operator's decision, and an answer of clearing that contradicts it, until what was done about that is noted. */
      note: nullable(Type.String()),
      decided: nullable(Type.String()),
      decidedReason: nullable(Type.String()),
      contradictedBy: nullable(Type.String()),
      contradictedAt: nullable(Type.String()),
      settlementNote: nullable(Type.String()),
      late: Type.Boolean(),
    }),
  ),
  paymentId: Type.String(),
  clientId: Type.String(),
  clientName: Type.String(),
  product: Type.String(),
  currency: Type.String(),
  amount: Type.String(),
  fee: Type.String(),
  reason: nullable(Type.String()),
  createdAt: Type.String(),
  statusChangedAt: Type.String(),
  requestedExecutionDate: nullable(Type.String()),
  executionDate: nullable(Type.String()),
  debtor: nullable(Type.String()),
  creditor: nullable(Type.String()),
  owners: Type.Array(ApprovingOwner),
  history: Type.Array(
    Type.Object({
      from: Type.String(),
      to: Type.String(),
      reason: nullable(Type.String()),
      at: Type.String(),
    }),
  ),
  transactionStatus: oneOf('RCVD', 'RVCM', 'ACTC', 'PATC', 'RJCT', 'ACFC', 'PDNG', 'CANC', 'ACSP', 'ACSC', 'ACCC'),
  /** Deadline for the approval; null if none is awaited. */
  approveBy: nullable(Type.String()),
});
export type PaymentFacts = Shape<typeof PaymentFacts>;

export const lookupsContracts = contracts(lookupsInternal, {
  inspectClient: { response: ClientView },
  revokeConsent: { response: Performed, mayBeEmpty: true },
  inspectConsent: { response: ConsentFactsRow },
  inspectCustomer: { response: FoundCustomer },
  findCustomers: {
    body: CustomerSearch,
    response: Type.Object({
      customers: Type.Array(FoundCustomer),
    }),
  },
  inspectPayment: { response: PaymentFacts },
});
