import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { receiptsInternal } from '@open-banking/spec';
import { ReceiptStore } from '@open-banking/service';
import { ReceiptBatch } from './receipts.messages.js';

@Injectable()
export class ReceiptsInternal {
  constructor(private readonly store: ReceiptStore) {}

  @ServesInternal(receiptsInternal.recordReceipts, { body: ReceiptBatch })
  record({ body }: InternalRequest<ReceiptBatch>): Promise<unknown> {
    return this.store.record(body.receipts);
  }
}
