/** What a customer gets a receipt for: what a client read, or what the customer has approved. */
export interface CustomerReceipt {
  readonly clientId: string;
  readonly operation: string;
  readonly psuId?: string | undefined;
  readonly consentId?: string | undefined;
  /** The ids of what was read or approved; absent where it is a list. */
  readonly resource?: string;
}

/** Where a service adds receipts, once what they are for has taken effect. */
export abstract class CustomerReceipts {
  abstract add(receipt: CustomerReceipt): void;
}
