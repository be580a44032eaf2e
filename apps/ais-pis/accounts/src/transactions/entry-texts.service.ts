import { Injectable } from '@nestjs/common';
import { Database, textsEveryMs, writeTexts } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { entryTexts } from './entry-texts.statements.js';

/** Writes the texts of booked entries that the lists take over (docs/decisions/0061). Lists are right without them, only slower. */
@Injectable()
export class EntryTextsService {
  constructor(private readonly database: Database) {}

  @RecurringWork('write-entry-texts', { everyMs: textsEveryMs })
  write(): Promise<void> {
    return writeTexts(this.database, entryTexts);
  }
}
