import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadFile, type FeedTarget } from '@open-banking/feed';
import type { BankClock, Database } from '@open-banking/database';
import { accountFeed, loadFormat } from '@open-banking/ais-pis-core-data';

/** A holiday that the tests add. */
export const elections = (day: string, currency = 'ILS') => ({ type: 'holiday', currency, day, name: 'Elections' });

/** Changes the calendar of a test's bank as operators do: by files and by the feed. */
export class CalendarChanges {
  readonly #folder = mkdtempSync(join(tmpdir(), 'calendar-changes-'));
  readonly #core: FeedTarget;
  #files = 0;

  constructor(
    private readonly bank: { readonly own: { readonly ownerUrl: string }; readonly database: Database; readonly clock: BankClock },
  ) {
    this.#core = accountFeed({ clock: bank.clock });
  }

  load(...lines: readonly object[]): Promise<number> {
    const file = join(this.#folder, `${(this.#files += 1)}.ndjson`);
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return loadFile(file, loadFormat, this.bank.own.ownerUrl, { proofs: [], byResource: true });
  }

  feed(change: 'upsert' | 'remove', { type, ...fields }: { readonly type: string; readonly [field: string]: unknown }): Promise<void> {
    return this.bank.database.transaction((tx) =>
      this.#core.apply(tx, [{ source: 'core', position: 1n, lines: 1, changes: [{ line: 1, type, change, fields }] }]),
    );
  }
}
