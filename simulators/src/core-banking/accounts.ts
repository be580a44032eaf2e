import type pg from 'pg';

/** The database of a service, whose accounts are taken over as they are. */
export interface AccountSource {
  /** Those of these ids and IBANs, or all. */
  read(which: { readonly ids: readonly string[]; readonly ibans: readonly string[] } | 'all'): Promise<readonly SourceAccount[]>;
}

export interface SourceAccount {
  readonly accountId: string;
  readonly iban: string;
  readonly currency: string;
  readonly status: string;
  readonly overdraft: string;
  readonly booked: string;
  readonly debits: string;
  readonly credits: string;
}

const sourceAccounts = /* sql */ `
  select a.account_id::text as "accountId", a.iban, a.currency, a.status, b.overdraft::text, b.booked::text,
         coalesce(-sum(p.amount) filter (where p.amount < 0), 0)::text as debits, coalesce(sum(p.amount) filter (where p.amount > 0), 0)::text as credits
  from account a join account_balance b using (account_id) left join pending_entry p on p.account_id = a.account_id and p.subject is null
  where $1::text[] is null or a.account_id::text = any($1) or a.iban = any($2)
  group by a.account_id, b.account_id`;

/** Reads the accounts of ais-pis in its own database. */
export const accountsOfService = (pool: pg.Pool): AccountSource => ({
  read: async (which) => (await pool.query<SourceAccount>(sourceAccounts, which === 'all' ? [null, null] : [which.ids, which.ibans])).rows,
});

const takeOver = /* sql */ `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as g("accountId" text, iban text, currency text, status text, overdraft numeric, booked numeric, debits numeric, credits numeric)
  ), taken as (
    insert into bookkeeping.account (account_id, iban, currency, status, overdraft, booked, announced_debits, announced_credits)
    select "accountId", iban, currency, status, overdraft, booked, debits, credits from given
    on conflict do nothing
    returning account_id, currency, booked
  ), opened as (
    insert into bookkeeping.transaction (what, booked_on) select 'opening', $2::date where exists (select from taken where booked <> 0) returning transaction_no
  ), moved as (
    insert into bookkeeping.account as a (account_id, currency, booked)
    select 'OPENING ' || currency, currency, -sum(booked) from taken group by currency having sum(booked) <> 0
    on conflict (account_id) do update set booked = a.booked + excluded.booked
    returning account_id, currency
  )
  insert into bookkeeping.entry (transaction_no, account_id, transaction_id, amount)
  select transaction_no, account_id, 'opening', booked from opened, taken where booked <> 0
  union all
  select transaction_no, 'OPENING ' || currency, 'opening ' || transaction_no, -sum(booked) from opened, taken group by transaction_no, currency having sum(booked) <> 0`;

/** Takes accounts over with what is booked on them, against an account of the bank's own. Those that are known stay as they are. */
export async function takeOverAccounts(client: pg.ClientBase, accounts: readonly SourceAccount[], day: string): Promise<void> {
  if (accounts.length > 0) await client.query(takeOver, [JSON.stringify(accounts), day]);
}
