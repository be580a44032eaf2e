import { Injectable } from '@nestjs/common';
import { BankClock, Database, purgeAll, purgeBatch, statement } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { countedSince, withRead, type CountedRead } from './consent-frequency.js';

type Key = [consentId: string, operation: string, resource: string];

export const readsOf = statement<{ readAt: Date[] }, Key>(
  'frequency.reads',
  /* sql */ `
  select read_at as "readAt" from consent_read where consent_id = $1 and operation = $2 and resource = $3
`,
  { together: ['uuid', 'text', 'text'] },
);

/** No row: another read came between, so the reads that were seen are not those that are stored. */
export const keepReads = statement<{ kept: true }, [...Key, reads: readonly Date[], seen: readonly Date[]]>(
  'frequency.keep',
  /* sql */ `
  insert into consent_read (consent_id, operation, resource, read_at) values ($1, $2, $3, $4::timestamptz[])
  on conflict (consent_id, operation, resource) do update set read_at = excluded.read_at where consent_read.read_at = $5::timestamptz[]
  returning true as kept
`,
);

/** A thousand at a time: never long enough to be in anyone's way. */
export const forgetReads = statement<{ operation: string }, [before: Date]>(
  'frequency.forget',
  /* sql */ `
  delete from consent_read
  where (consent_id, operation, resource) in (
    select consent_id, operation, resource from consent_read where last_read_at < $1 order by last_read_at limit ${purgeBatch}
  ) and last_read_at < $1
  returning operation
`,
);

const hourMs = 3_600_000;

/** The unattended reads of consents, in the service's own database. */
@Injectable()
export class ReadCountsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  /** The times of the same read so far. Refuses where there is no room for another, before anything is looked up for it. */
  async room(read: CountedRead): Promise<readonly Date[]> {
    const seen = (await this.database.row(readsOf, ...readCountKey(read)))?.readAt ?? [];
    withRead(seen, read);
    return seen;
  }

  /**
   * Counts a read that has succeeded, or refuses it where others took the last place meanwhile. It is written over what
   * was seen, if that still stands; each time it does not, another read was counted, so this ends with the room.
   */
  async count(read: CountedRead, first: readonly Date[]): Promise<void> {
    let seen = first;
    while (!(await this.database.row(keepReads, ...readCountKey(read), withRead(seen, read), seen))) seen = await this.room(read);
  }

  /** Forgets what counts no more; returns how many. */
  @RecurringWork('forget-consent-reads', { everyMs: hourMs })
  forget(): Promise<number> {
    return purgeAll(this.database, forgetReads, countedSince(this.clock.now()));
  }
}

const readCountKey = ({ consentId, operation, resource }: CountedRead): Key => [consentId, operation, resource];
