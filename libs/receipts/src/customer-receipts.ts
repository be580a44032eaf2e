/** An event that a customer gets a receipt for: a read by a client, or an approval. */
export interface CustomerReceipt {
  readonly clientId: string;
  readonly operation: string;
  readonly psuId?: string | undefined;
  readonly consentId?: string | undefined;
  /** The ids of what was read or approved; absent where it is a list. */
  readonly resource?: string;
}

/** Records receipts, once the event that they are for has taken effect. */
export abstract class CustomerReceipts {
  abstract add(receipt: CustomerReceipt): void;
}
