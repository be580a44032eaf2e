import { IsFormat, IsListOf, IsMessage, IsNested, IsOneOf, IsPresent, IsText, Optional } from '@open-banking/http/field.decorator';
import { RequestedAmount, AccountReference } from '@open-banking/messages';
import { mandatesInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { Blocked, MandateApprovalOutcome, MandateFacts } from './mandate-approvals.contracts.js';
import { MandateStatus, Money, oneOf } from './schemas.js';

/** A collection as presented by the sandbox's operator, or by the clearing connector. */
export class CollectionPresented {
  @IsFormat('uuid') readonly collectionId!: string;
  @IsMessage(RequestedAmount) readonly amount!: RequestedAmount;
  @Optional() @IsText({ min: 1, max: 35 }) readonly endToEndId?: string;
  @Optional() @IsText({ min: 1, max: 140 }) readonly remittance?: string;
}

export class CustomerCollectionRequest {
  @IsFormat('uuid') readonly psuId!: string;
}

class DebtorAccount {
  @IsFormat('iban') readonly iban!: string;
}

/** A collection as the creditor's bank presents it: the fields of ISO 20022 pain.008 or pacs.003 that identify mandate and payment. */
export class ReceivedCollection {
  /** The creditor scheme identification and the creditor's mandate number. */
  @IsText({ min: 1, max: 35 }) readonly creditorId!: string;
  @IsText({ min: 1, max: 35 }) readonly mandateId!: string;
  @IsOneOf('CORE', 'B2B', 'DDMC') readonly scheme!: string;
  @IsNested(() => DebtorAccount) readonly debtorAccount!: DebtorAccount;
  /** The account that the money goes to. Connectors of the previous release do not send it. */
  @Optional() @IsMessage(AccountReference) readonly creditorAccount?: AccountReference;
  @IsMessage(RequestedAmount) readonly amount!: RequestedAmount;
  @Optional() @IsText({ min: 1, max: 35 }) readonly endToEndId?: string;
  @Optional() @IsText({ min: 1, max: 140 }) readonly remittance?: string;
}

export class CustomerRequest {
  @IsFormat('uuid') readonly psuId!: string;
}

/** A page of the customer's mandates: the first, or the one after a mandate. */
export class CustomerMandatesQuery extends CustomerRequest {
  @Optional() @IsFormat('uuid') readonly after?: string;
}

/** One of the customer's mandates, with its newest collections, those older than one, or this one alone. */
export class CustomerMandateQuery extends CustomerRequest {
  @Optional() @IsFormat('uuid') readonly olderThan?: string;
  @Optional() @IsFormat('uuid') readonly collectionId?: string;
}

/** Finds mandates that wait for this customer's approval on these accounts, which belong to the customer and need two owners. */
export class PendingMandatesQuery extends CustomerRequest {
  @IsListOf(IsFormat('uuid'), { max: 1_000 }) readonly accountIds!: string[];
}

/** The customer who makes the change; absent: the bank. */
export class MandateChangeRequest {
  @Optional() @IsFormat('uuid') readonly psuId?: string;
}

/** Identifies a client's mandate that this customer is asked to approve. */
export class PendingMandateRequest extends CustomerRequest {
  @IsText() readonly clientId!: string;
}

/** The same with the facts the customer was shown: the approval holds for exactly these. */
export class MandateApproval extends PendingMandateRequest {
  @IsPresent() readonly facts!: unknown;
}

/** A collection as shown to the customer and reported to its presenter. */
export const CollectionState = Type.Object({
  collectionId: Type.String(),
  resourceId: Type.String(),
  amount: Money,
  /** `accepted`: the mandate lets it be collected, and the books have not been asked, or have not answered. */
  state: oneOf('accepted', 'booked', 'returned'),
  presentedOn: Type.String(),
  /** ISO 20022 ExternalReturnReason1Code, or MandateReasonCode; and what it says. */
  reason: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  bookedOn: Type.Optional(Type.String()),
  refundAsked: Type.Optional(Type.Boolean()),
  refundedOn: Type.Optional(Type.String()),
});
export type CollectionState = Shape<typeof CollectionState>;

/** The outcome of a change. It fails if the mandate is not in a state that allows the change. */
export const MandateChanged = Type.Object({
  done: Type.Boolean(),
  mandateStatus: Type.Optional(MandateStatus),
  suspendedBy: Type.Optional(oneOf('customer', 'bank')),
});
export type MandateChanged = Shape<typeof MandateChanged>;

/** A collection without a matching mandate has no resourceId. */
export const ReceivedCollectionState = Type.Object({ ...CollectionState.properties, resourceId: Type.Optional(Type.String()) });
export type ReceivedCollectionState = Shape<typeof ReceivedCollectionState>;

/** A mandate as the mandates service returns it over the internal port, for the page of the customer who gave it. */
export const CustomerMandate = Type.Object({
  resourceId: Type.String(),
  clientId: Type.String(),
  creditorName: Type.String(),
  creditorId: Type.String(),
  /** The number of the account that the money goes to; absent from a service of the previous release. */
  creditorAccount: Type.Optional(Type.String()),
  mandateId: Type.String(),
  status: MandateStatus,
  suspendedBy: Type.Optional(oneOf('customer', 'bank')),
  amount: Type.Optional(Money),
  maximum: Type.Optional(Money),
  frequency: Type.String(),
  from: Type.String(),
  until: Type.Optional(Type.String()),
  account: Type.Object({
    iban: Type.String(),
    currency: Type.String(),
    name: Type.String(),
  }),
  dateOfSignature: Type.Optional(Type.String()),
  /** The bank's day on which it became what it is. */
  changedOn: Type.String(),
  /** The newest ones, or those after one; `refundable`: the customer can have it back. */
  collections: Type.Array(Type.Object({ ...CollectionState.properties, refundable: Type.Boolean() })),
  /** The last of them, where there are older ones. */
  olderThan: Type.Optional(Type.String()),
});
export type CustomerMandate = Shape<typeof CustomerMandate>;

/** A customer's mandates, living ones first, then by last change. `after`: the last of them, where there are more. */
export const CustomerMandates = Type.Object({
  mandates: Type.Array(CustomerMandate),
  after: Type.Optional(Type.String()),
});
export type CustomerMandates = Shape<typeof CustomerMandates>;

/** A mandate that waits for a second owner. */
export const PendingMandate = Type.Object({
  resourceId: Type.String(),
  clientId: Type.String(),
  creditorName: Type.String(),
  approveBy: Type.String(),
});
export type PendingMandate = Shape<typeof PendingMandate>;

export const mandatesContracts = contracts(mandatesInternal, {
  presentCollection: { body: CollectionPresented, response: CollectionState },
  claimRefund: { body: CustomerCollectionRequest, response: MandateChanged },
  receiveCollection: { body: ReceivedCollection, response: ReceivedCollectionState },
  listCustomerMandates: { body: CustomerMandatesQuery, response: CustomerMandates },
  readCustomerMandate: { body: CustomerMandateQuery, response: CustomerMandate },
  listPendingMandates: {
    body: PendingMandatesQuery,
    response: Type.Object({
      mandates: Type.Array(PendingMandate),
    }),
  },
  suspendMandate: { body: MandateChangeRequest, response: MandateChanged },
  resumeMandate: { body: MandateChangeRequest, response: MandateChanged },
  endMandate: { body: CustomerRequest, response: MandateChanged },
  readMandateFacts: {
    body: PendingMandateRequest,
    response: Type.Union([
      Type.Object({
        facts: MandateFacts,
      }),
      Type.Object({
        blocked: Blocked,
      }),
    ]),
  },
  approveMandate: { body: MandateApproval, response: MandateApprovalOutcome },
  refuseMandate: { body: PendingMandateRequest },
});
