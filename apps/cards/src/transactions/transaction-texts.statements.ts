import { queuedAgain, rowTexts, statement, takenFrom } from '@open-banking/database';
import { bookedMembers, transactionTextFormat } from './transactions.messages.js';

const table = 'card_transaction_text';

/**
 * Writes texts of queued cards. The transactions are locked, so that a load that changes one waits and then deletes its text; those that
 * a load is changing are left to their turn in the queue.
 */
const write = statement<{ taken: number }, [cards: number, transactions: number]>(
  'card-transaction-texts.write',
  /* sql */ `
  with ${takenFrom(table, 'card_id')}, written as (
    insert into ${table} (card_id, booking_date, value_date, format, entry_reference, members)
    select t.card_id, t.booking_date, t.value_date, ${transactionTextFormat}, t.entry_reference, ${bookedMembers}
    from due
    join card c on c.card_id = due.card_id
    cross join lateral (
      select t.*
      from card_transaction t
      left join ${table} x on x.card_id = t.card_id and x.booking_date = t.booking_date and x.entry_reference = t.entry_reference
      where t.card_id = due.card_id and t.booking_date >= due.since and (x.format is null or x.format < ${transactionTextFormat})
      order by t.booking_date desc, t.entry_reference desc
      limit $2::integer
      for share of t skip locked
    ) t
    on conflict (card_id, booking_date, entry_reference) do update
    set value_date = excluded.value_date, format = excluded.format, members = excluded.members
    returning card_id
  ), ${queuedAgain(table, 'card_id')}
  select count(*)::integer as taken from taken
`,
);

export const transactionTexts = rowTexts({ table, of: 'card', id: 'card_id', format: transactionTextFormat }, write);
