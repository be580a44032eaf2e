import { Injectable } from '@nestjs/common';
import { type InternalRequest, ServesInternal, receiptsContracts } from '@open-banking/contracts';
import { ReceiptStore, receiptsInLines } from '@open-banking/receipts';
import type { ReceiptLogService } from './receipt-log.service.js';

@Injectable()
export class ReceiptsInternal {
  constructor(private readonly store: ReceiptStore) {}

  @ServesInternal(receiptsContracts.recordReceipts)
  record({ body }: InternalRequest<string>): Promise<{ readonly nextNumber: number }> {
    // The store of ais-pis is its log.
    return this.store.record(receiptsInLines(body)) as ReturnType<ReceiptLogService['record']>;
  }
}
