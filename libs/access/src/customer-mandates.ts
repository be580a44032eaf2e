/** A collection as shown to the customer and reported to its presenter. */
export interface CollectionState {
  readonly collectionId: string;
  readonly resourceId: string;
  readonly amount: { readonly currency: string; readonly amount: string };
  /** `accepted`: the mandate lets it be collected, and the books have not been asked, or have not answered. */
  readonly state: 'accepted' | 'booked' | 'returned';
  readonly presentedOn: string;
  /** ISO 20022 ExternalReturnReason1Code, or MandateReasonCode; and what it says. */
  readonly reason?: string;
  readonly text?: string;
  readonly bookedOn?: string;
  readonly refundAsked?: boolean;
  readonly refundedOn?: string;
}

/** A mandate as the mandates service returns it over the internal port, for the page of the customer who gave it. */
export interface CustomerMandate {
  readonly resourceId: string;
  readonly clientId: string;
  readonly creditorName: string;
  readonly creditorId: string;
  /** The number of the account that the money goes to; absent from a service of the previous release. */
  readonly creditorAccount?: string;
  readonly mandateId: string;
  readonly status: 'RCVD' | 'PATC' | 'ACTV' | 'SUSP' | 'EXPI' | 'CANC' | 'RJCT';
  readonly suspendedBy?: 'customer' | 'bank';
  readonly amount?: { readonly currency: string; readonly amount: string };
  readonly maximum?: { readonly currency: string; readonly amount: string };
  readonly frequency: string;
  readonly from: string;
  readonly until?: string;
  readonly account: { readonly iban: string; readonly currency: string; readonly name: string };
  readonly dateOfSignature?: string;
  /** The bank's day on which it became what it is. */
  readonly changedOn: string;
  /** The newest ones, or those after one; `refundable`: the customer can have it back. */
  readonly collections: readonly (CollectionState & { readonly refundable: boolean })[];
  /** The last of them, where there are older ones. */
  readonly olderThan?: string;
}

/** A customer's mandates, living ones first, then by last change. `after`: the last of them, where there are more. */
export interface CustomerMandates {
  readonly mandates: readonly CustomerMandate[];
  readonly after?: string;
}

/** A mandate that waits for a second owner. */
export interface PendingMandate {
  readonly resourceId: string;
  readonly clientId: string;
  readonly creditorName: string;
  readonly approveBy: string;
}

/** The outcome of a change. It fails if the mandate is not in a state that allows the change. */
export interface MandateChanged {
  readonly done: boolean;
  readonly mandateStatus?: CustomerMandate['status'];
  readonly suspendedBy?: CustomerMandate['suspendedBy'];
}
