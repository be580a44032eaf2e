import type { InternalCalls } from '@open-banking/access';
import { receiptsContracts } from '@open-banking/contracts';
import { ReceiptStore, type RecordedReceipts, linesOfReceipts } from '@open-banking/receipts';

/** ais-pis keeps the log for all services. */
export class RemoteReceiptStore extends ReceiptStore {
  constructor(private readonly calls: InternalCalls) {
    super();
  }

  async record(receipts: RecordedReceipts): Promise<{ readonly nextNumber: number }> {
    const recorded = await this.calls.call('ais-pis', receiptsContracts.recordReceipts, { lines: linesOfReceipts(receipts) });
    if (recorded === undefined) throw new Error('ais-pis takes no receipts: it is of an older release');
    return recorded;
  }
}
