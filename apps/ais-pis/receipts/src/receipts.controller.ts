import { Controller, Query } from '@nestjs/common';
import { Serves } from '@open-banking/http';
import { receiptStatus, type Operation } from '@open-banking/spec';
import type { Static } from 'typebox';
import { ReceiptHeadsService } from './receipt-heads.service.js';
import { ConsistencyQuery, ReceiptConsistency, ReceiptHeads, ReceiptHeadsQuery } from './receipts.messages.js';

@Controller()
export class ReceiptsController {
  constructor(private readonly heads: ReceiptHeadsService) {}

  @Serves(receiptStatus.listReceiptHeads as unknown as Operation, {
    description:
      'Lists signed heads of the log of receipts. Anybody may read and keep them: whoever has one notices a log that was changed.',
    query: ReceiptHeadsQuery,
    answers: ReceiptHeads,
  })
  async list(@Query() { day, after = '0' }: ReceiptHeadsQuery): Promise<Static<typeof ReceiptHeads>> {
    const heads = await this.heads.list(day, Number(after));
    return { heads: heads.map(({ day: of, size, jws }) => ({ day: of, size, head: jws })) };
  }

  @Serves(receiptStatus.readReceiptConsistency as unknown as Operation, {
    description: 'Proves that the log of a day only grew between two heads.',
    query: ConsistencyQuery,
    answers: ReceiptConsistency,
  })
  async consistency(@Query() { day, from, to }: ConsistencyQuery): Promise<Static<typeof ReceiptConsistency>> {
    return { proof: await this.heads.consistency(day, Number(from), Number(to)) };
  }
}
