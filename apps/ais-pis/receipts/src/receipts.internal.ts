import { Injectable } from '@nestjs/common';
import { receiptsInLines } from '@open-banking/access';
import { type InternalRequest, receiptsContracts, ServesInternal } from '@open-banking/contracts';
import { ReceiptStore } from '@open-banking/service';
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
