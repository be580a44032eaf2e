import { Injectable } from '@nestjs/common';
import { receiptsInLines, ReceiptStore } from '@open-banking/receipts';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { receiptsInternal } from '@open-banking/spec';

@Injectable()
export class ReceiptsInternal {
  constructor(private readonly store: ReceiptStore) {}

  @ServesInternal(receiptsInternal.recordReceipts, { body: 'application/x-ndjson' })
  record({ body }: InternalRequest<string>): Promise<unknown> {
    return this.store.record(receiptsInLines(body));
  }
}
