/** The things with states that third parties create, and the collections and cancellations of their mandates. */
export type StatefulKind = 'consent' | 'payment' | 'mandate' | 'collection' | 'cancellation';

/** A status as developers read it. */
export interface StatusText {
  /** The meaning of the status, in one or two sentences. */
  readonly says: string;
  /** No other status follows. */
  readonly final: boolean;
}

const goesOn = (says: string): StatusText => ({ says, final: false });
const isFinal = (says: string): StatusText => ({ says, final: true });

/** NextGenPSD2 1.3.11 `consentStatus`; `replacedByTpp` from openFinance. docs/consents.md has the transitions. */
const consent = {
  received: goesOn('The bank has received the consent. It waits for the customer to approve it.'),
  partiallyAuthorised: goesOn('One owner has approved the consent. It takes effect when the other owner approves too.'),
  valid: goesOn('The customer has approved the consent. Your client can read what it covers.'),
  rejected: isFinal('The consent was not approved: an owner refused or withdrew, or the time for the approval ran out.'),
  expired: isFinal('The consent has expired: its last day has passed, or it was for one access and was approved more than 24 hours ago.'),
  revokedByPsu: isFinal('The customer has revoked the consent. Reads with its token return 401 CONSENT_INVALID.'),
  terminatedByTpp: isFinal('Your client ended the consent: with DELETE, or because the client was removed.'),
  replacedByTpp: isFinal('A newer recurring consent of the same client and customer has replaced this one.'),
} as const satisfies Record<string, StatusText>;

/** ISO 20022 ExternalPaymentTransactionStatus1Code; RVCM from openFinance PIS 2.3. docs/payments.md has the transitions. */
const payment = {
  RCVD: goesOn('The bank has received the payment. It waits for the customer to approve it.'),
  RVCM: goesOn("The payment waits for the customer to approve it. The check of the creditor's name did not find a match."),
  PATC: goesOn('One of two owners has approved the payment. It waits for the second owner.'),
  ACTC: goesOn('The payment is approved. The bank checks it before it reserves the money.'),
  PDNG: goesOn('The payment waits for its date. No money is reserved.'),
  ACFC: goesOn('The account has enough money, and the bank has reserved it until the debit.'),
  ACSP: goesOn('The account has been debited, and the payment is on its way to the other bank.'),
  ACSC: isFinal('Clearing has accepted the payment. If the other bank returns the money, the status stays and a credit is booked.'),
  ACCC: isFinal("The money is in the creditor's account at this bank."),
  RJCT: isFinal('The payment was rejected. Any money that was debited is refunded, including the fee.'),
  CANC: isFinal('The customer cancelled the payment before its date.'),
} as const satisfies Record<string, StatusText>;

/** MandateStatus of openFinance. docs/mandates.md has the transitions. */
const mandate = {
  RCVD: goesOn('The bank has received the mandate. It waits for the customer to approve it.'),
  PATC: goesOn('One of two owners has approved the mandate. It waits for the second owner.'),
  ACTV: goesOn('The mandate is active: the creditor may collect.'),
  SUSP: goesOn('The mandate is suspended: collections are returned. The party that suspended it, the customer or the bank, can resume it.'),
  EXPI: isFinal('The mandate has expired: after its last day, after 36 months without a collection, or after its only collection.'),
  CANC: isFinal('The mandate is cancelled: the creditor can no longer collect.'),
  RJCT: isFinal('The mandate was refused, or was not approved in time.'),
} as const satisfies Record<string, StatusText>;

const collection = {
  accepted: goesOn('The mandate allows the collection. The bank has not booked it yet.'),
  booked: isFinal("The debtor's account has been debited."),
  returned: isFinal('The collection was returned with a reason. No money was moved.'),
} as const satisfies Record<string, StatusText>;

const cancellation = {
  pending: goesOn('Your client asked to cancel the mandate. The customer has not answered yet.'),
  approved: isFinal('The customer approved the cancellation: the mandate is cancelled.'),
  refused: isFinal('The customer refused the cancellation: the mandate keeps its status.'),
  lapsed: isFinal('The customer did not answer in time, or the mandate ended in another way first.'),
} as const satisfies Record<string, StatusText>;

/** The texts of all statuses. Tests compare them with the state machines: none is missing, and none is invented. */
export const statusTexts: Readonly<Record<StatefulKind, Readonly<Record<string, StatusText>>>> = {
  consent,
  payment,
  mandate,
  collection,
  cancellation,
};

/** Undefined for an unknown status, such as one of a newer release of the bank. */
export const statusText = (kind: StatefulKind, status: string): StatusText | undefined =>
  Object.hasOwn(statusTexts[kind], status) ? statusTexts[kind][status] : undefined;
