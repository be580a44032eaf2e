import type { InternalCalls } from '@open-banking/access';
import { linesOfReceipts, ReceiptStore, type RecordedReceipts } from '@open-banking/receipts';
import { receiptsInternal } from '@open-banking/spec';

/** ais-pis keeps the log for all services. */
export class RemoteReceiptStore extends ReceiptStore {
  constructor(private readonly calls: InternalCalls) {
    super();
  }

  async record(receipts: RecordedReceipts): Promise<void> {
    const recorded = await this.calls.call('ais-pis', receiptsInternal.recordReceipts, { lines: linesOfReceipts(receipts) });
    if (recorded === undefined) throw new Error('ais-pis takes no receipts: it is of an older release');
  }
}
