import type { DatabaseClient } from '@open-banking/database';
import type { EarlierEntry } from './entry-identity.js';

/** The books' state of an account, with the entries of a statement that may be among its own. */
export interface AccountState {
  readonly accountId: string;
  readonly currency: string;
  readonly booked: string;
  readonly bookedBefore: string;
  readonly reserved: string;
  readonly incoming: string;
  readonly overdraft: string;
  readonly lastBookingDate: string;
  /** The last day that this bank has itself booked on: loaded entries cannot stand behind those. */
  readonly lastPosted: string | null;
  readonly lastReference: string;
  /** Entries with one of the ids or AcctSvcrRefs asked for, or with an amount asked for and of the first day asked for or later. */
  readonly earlier: readonly EarlierEntry[];
  /** Those of the ids asked for that pending entries have. */
  readonly pending: readonly string[];
}

/** The content of a file about one account. */
export interface AccountQuestion {
  readonly iban: string;
  readonly ids: readonly string[];
  /** Digests of the entries' AcctSvcrRefs, hex. */
  readonly references: readonly string[];
  /** Null where no entry is asked for. */
  readonly firstDay: string | null;
  readonly amounts: readonly string[];
}

// An entry that is loaded late is booked on a later day than its own, which `booked_at` has, at noon.
const accountStateQuery = /* sql */ `
  select a.account_id as "accountId", a.currency, b.booked::text, b.booked_before::text as "bookedBefore", b.reserved::text, b.incoming::text,
    b.overdraft::text, b.last_booking_date::text as "lastBookingDate",
    (select max(e.booking_date)::text from entry e where e.account_id = a.account_id and e.posting_id is not null) as "lastPosted",
    coalesce((select max(e.entry_reference) from entry e where e.account_id = a.account_id and e.posting_id is null), '0000000000000000') as "lastReference",
    coalesce((
      select json_agg(json_build_object(
        'id', coalesce(e.transaction_id, e.entry_reference), 'amount', e.amount::text, 'bookingDate', e.booking_date::text, 'valueDate', e.value_date::text,
        'lateFrom', case when e.posting_id is null and e.booked_at at time zone 'UTC' = date_trunc('day', e.booked_at at time zone 'UTC') + interval '12 hours'
          and (e.booked_at at time zone 'UTC')::date < e.booking_date then (e.booked_at at time zone 'UTC')::date::text end,
        'servicerReference', encode(r.reference_sha256, 'hex'),
        'isShared', exists (select from loaded_reference o where o.account_id = r.account_id and o.reference_sha256 = r.reference_sha256 and o.entry_reference <> r.entry_reference))
        order by e.booking_date, e.entry_reference)
      from entry e
      left join loaded_reference r on r.account_id = e.account_id and r.entry_reference = e.entry_reference
      where e.account_id = a.account_id
        and (coalesce(e.transaction_id, e.entry_reference) = any($2::text[]) or (e.booking_date >= $3::date and e.amount = any($4::numeric[]))
          or e.entry_reference in (
            select s.entry_reference from loaded_reference s
            where s.account_id = a.account_id and s.reference_sha256 = any(select decode(one, 'hex') from unnest($5::text[]) one)))
    ), '[]') as earlier,
    coalesce((
      select json_agg(coalesce(p.transaction_id, p.entry_reference)) from pending_entry p
      where p.account_id = a.account_id and coalesce(p.transaction_id, p.entry_reference) = any($2::text[])
    ), '[]') as pending
  from account a
  join account_balance b using (account_id)
  where a.iban = $1`;

/** Reads the account that a statement is of, by its IBAN; undefined: no such account. */
export async function accountState(
  client: DatabaseClient,
  { iban, ids, firstDay, amounts, references }: AccountQuestion,
): Promise<AccountState | undefined> {
  return (await client.query<AccountState>(accountStateQuery, [iban, ids, firstDay, amounts, references])).rows[0];
}
