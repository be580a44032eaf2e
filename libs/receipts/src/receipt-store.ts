import type { RecordedReceipts } from './recorded-receipts.js';

/** Stores the receipts of this process. Throws if they were not stored. */
export abstract class ReceiptStore {
  abstract record(receipts: RecordedReceipts): Promise<unknown>;
}
