import { Injectable } from '@nestjs/common';
import { Database, textsEveryMs, writeTexts } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { transactionTexts } from './transaction-texts.statements.js';

/** Writes the texts of booked transactions that the lists take over (docs/decisions/0061). Lists are right without them, only slower. */
@Injectable()
export class TransactionTextsService {
  constructor(private readonly database: Database) {}

  @RecurringWork('write-transaction-texts', { everyMs: textsEveryMs })
  write(): Promise<void> {
    return writeTexts(this.database, transactionTexts);
  }
}
