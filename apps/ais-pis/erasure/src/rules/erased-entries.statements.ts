import { statement } from '@open-banking/database';

/** The place of an entry in its account's list. */
export interface EntryKey {
  readonly bookingDate: string;
  readonly entryReference: string;
}

export interface EntryToErase extends EntryKey {
  readonly postingId: string | null;
  /** What it is about: the payment, transfer or collection; null of entries that were loaded. */
  readonly subject: string | null;
}

/** A batch: some pages of a list. Its transaction takes a tenth of a second. */
export const entriesAtOnce = 500;

/** SQL: a core that keeps the books names the payment or collection in the id of the entry (`transactionIdOf`). */
const subject = /* sql */ `coalesce(case when p.kind <> 'CORE' then p.subject end, case when e.transaction_id ~ '^[0-9a-f]{32}$' then e.transaction_id::uuid end)`;

/** Entries of an account after one of them that were booked before a day, in the order of the list; `-infinity` and an empty reference come before all. */
export const entriesToErase = statement<EntryToErase, [accountId: string, afterDate: string, afterReference: string, before: string]>(
  'erasure.entries',
  /* sql */ `
  select e.booking_date::text as "bookingDate", e.entry_reference as "entryReference", e.posting_id as "postingId", ${subject} as subject
  from entry e
  left join posting p on p.posting_id = e.posting_id
  where e.account_id = $1 and (e.booking_date, e.entry_reference) > ($2::date, $3) and e.booking_date < $4::date
  order by e.booking_date, e.entry_reference
  limit ${entriesAtOnce}
`,
);

type Range = [accountId: string, fromDate: string, fromReference: string, toDate: string, toReference: string];
interface Count {
  readonly erased: number;
}

/** Both included. */
export const eraseEntryTexts = statement<Count, Range>(
  'erasure.entry-texts',
  'select erase_entry_texts($1, $2::date, $3, $4::date, $5)::integer as erased',
);
export const eraseEntryName = statement<Count, [...Range, name: string]>(
  'erasure.entry-name',
  'select erase_entry_name($1, $2::date, $3, $4::date, $5, $6)::integer as erased',
);

/**
 * Keeps the writer of texts out until the transaction ends: a text that it makes of an entry as it was before would stay. It skips the row
 * while it is locked, and holds it itself for a fifth of a second.
 */
export const lockTexts = statement<object>('erasure.lock-texts', 'select from entry_text_format where only_row for update');

/** The rendered copies of these entries. Lists are right without them. */
export const eraseRenderedTexts = statement<never, Range>(
  'erasure.rendered-texts',
  /* sql */ `
  delete from entry_text where account_id = $1 and (booking_date, entry_reference) >= ($2::date, $3) and (booking_date, entry_reference) <= ($4::date, $5)
`,
);

/** Entries of an account are rendered again: it is shown still. */
export const renderAgain = statement<never, [accountId: string, since: string]>(
  'erasure.render-again',
  'insert into entry_text_due (account_id, since) values ($1, $2::date)',
);

/** SQL: entries that others still see are erased by a function of the database, and rendered again. */
const erasedOfOthers = (call: string): string => /* sql */ `
  with erased as (
    select * from ${call}
  ), rendered as (
    delete from entry_text t using erased e where t.account_id = e.account_id and t.booking_date = e.booking_date and t.entry_reference = e.entry_reference
  ), due as (
    insert into entry_text_due (account_id, since) select account_id, min(booking_date) from erased group by account_id
  )
  select account_id as "accountId" from erased
`;

/** The other entries of payments within the bank. */
export const eraseCounterparties = statement<{ accountId: string }, [accountId: string, postingIds: readonly string[]]>(
  'erasure.counterparties',
  erasedOfOthers('erase_counterparty_texts($1, $2::uuid[])'),
);

/** The same of payments that a core has booked or a load has brought, found by the numbers in these entries: before they are erased. */
export const eraseOtherSides = statement<{ accountId: string }, Range>(
  'erasure.other-sides',
  erasedOfOthers('erase_other_sides($1, $2::date, $3, $4::date, $5)'),
);
