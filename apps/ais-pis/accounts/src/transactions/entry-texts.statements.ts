import { amountText, queuedAgain, rowTexts, statement, takenFrom } from '@open-banking/database';
import { bookedMembers, entryTextFormat, namesOwner } from './transactions.messages.js';
import { isCurrent } from './transactions.statements.js';

const table = 'entry_text';
/** A day of a busy account has thousands of entries; those of one booking have the greatest references (`entry_reference`). */
const bounds = ['since', 'since_reference'] as const;

/**
 * Whether anybody may read the account under a consent. Most accounts of a bank nobody asks for: their texts would take twice the room of their
 * entries and 0.4 ms of each payment. Approving a consent queues the customer's accounts (migration 0107).
 */
const isRead = /* sql */ `exists (select from holder h join consent c on c.psu_id = h.psu_id where h.resource_id = a.account_id and c.status = 'valid')`;

/** Writes texts of queued accounts that are read. Those of a newer format stay: a release and the one before run side by side. */
const write = statement<{ taken: number }, [accounts: number, entries: number]>(
  'entry-texts.write',
  /* sql */ `
  with ${takenFrom(table, 'account_id', bounds)}, written as (
    insert into ${table} (account_id, owner_name_hash, booking_date, format, names_owner, entry_reference, balance_after, members)
    select e.account_id, hashtextextended(a.owner_name, 0), e.booking_date, ${entryTextFormat}, ${namesOwner}, e.entry_reference, ${amountText('a.currency', 'e.balance_after')}, ${bookedMembers('false')}
    from due
    join account a on a.account_id = due.account_id and ${isRead}
    cross join lateral (
      select e.*
      from entry e
      left join ${table} t on t.account_id = e.account_id and t.booking_date = e.booking_date and t.entry_reference = e.entry_reference
      where e.account_id = due.account_id and e.booking_date >= due.since and e.entry_reference >= due.since_reference
        and (t.format is null or t.format <= ${entryTextFormat} and not (${isCurrent('t')}))
      order by e.booking_date desc, e.entry_reference desc
      limit $2::integer
    ) e
    on conflict (account_id, booking_date, entry_reference) do update
    set owner_name_hash = excluded.owner_name_hash, format = excluded.format, names_owner = excluded.names_owner, members = excluded.members
    returning account_id
  ), ${queuedAgain(table, 'account_id', bounds)}
  select count(*)::integer as taken from taken
`,
);

export const entryTexts = rowTexts({ table, of: 'account', id: 'account_id', format: entryTextFormat }, write);
