import { Injectable } from '@nestjs/common';
import { Database, writeTexts } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { transactionTexts } from './transaction-texts.statements.js';

/** A run works this long, and begins again this long after its end: at most half of one connection. */
const runMs = 1_000;

/** Writes the texts of booked transactions that the lists take over (docs/decisions/0061). Lists are right without them, only slower. */
@Injectable()
export class TransactionTextsService {
  constructor(private readonly database: Database) {}

  @RecurringWork('write-transaction-texts', { everyMs: runMs })
  write(): Promise<void> {
    return writeTexts(this.database, transactionTexts, runMs);
  }
}
