import { statement } from '@open-banking/database';

export interface Round {
  /** What was booked before this day is erased in the round. */
  readonly before: string;
  /** The last account that is done with; null: the round is over. */
  readonly walkedTo: string | null;
}

/** Looked at first: most of the time no round is under way and none is due. */
export const currentRound = statement<Round>(
  'history-retention.current-round',
  /* sql */ `
  select before::text, walked_to as "walkedTo" from erased_history_walk where only_row
`,
);

/** Locks the round until the transaction ends. No row: another process erases. */
export const lockRound = statement<Round>(
  'history-retention.lock-round',
  /* sql */ `
  select before::text, walked_to as "walkedTo" from erased_history_walk where only_row for update skip locked
`,
);

export const beginRound = statement<never, [before: string]>(
  'history-retention.begin-round',
  /* sql */ `
  update erased_history_walk set before = $1::date, walked_to = '00000000-0000-0000-0000-000000000000' where only_row
`,
);

export const walkTo = statement<never, [accountId: string | null]>(
  'history-retention.walk-to',
  'update erased_history_walk set walked_to = $1::uuid where only_row',
);

/** Accounts looked at in one step: an index probe or two each. */
export const accountsAtOnce = 200;

export interface WalkedAccount {
  readonly accountId: string;
  /** How far its entries are erased, in the order of its list. */
  readonly afterDate: string;
  readonly afterReference: string;
  readonly hasEntries: boolean;
  readonly hasOrders: boolean;
}

/** The next accounts in the order of their ids, and whether they have something from before the day that is not erased. */
export const nextAccounts = statement<WalkedAccount, [after: string, before: string]>(
  'history-retention.next-accounts',
  /* sql */ `
  select a.account_id as "accountId", coalesce(h.after_date, '-infinity')::text as "afterDate", coalesce(h.after_reference, '') as "afterReference",
    coalesce((
      select true from entry e
      where e.account_id = a.account_id and (e.booking_date, e.entry_reference) > (coalesce(h.after_date, '-infinity'), coalesce(h.after_reference, '')) and e.booking_date < $2::date
      limit 1
    ), false) as "hasEntries",
    coalesce((
      select true from payment p
      where p.debtor_account_id = a.account_id and p.transaction_status in ('RJCT', 'CANC') and p.erased_at is null and p.status_changed_at < $2::date
      limit 1
    ), false) as "hasOrders"
  from (select account_id from account where account_id > $1::uuid order by account_id limit ${accountsAtOnce}) a
  left join erased_history h on h.account_id = a.account_id
  order by a.account_id
`,
);

export const noteHistoryErasedTo = statement<never, [accountId: string, date: string, reference: string]>(
  'history-retention.note-erased-to',
  /* sql */ `
  insert into erased_history (account_id, after_date, after_reference) values ($1, $2::date, $3)
  on conflict (account_id) do update set after_date = excluded.after_date, after_reference = excluded.after_reference
`,
);

/** Orders on the account that were never executed. */
export const oldOrders = statement<{ paymentId: string }, [accountId: string, before: string]>(
  'history-retention.orders',
  /* sql */ `
  select payment_id as "paymentId" from payment
  where debtor_account_id = $1 and transaction_status in ('RJCT', 'CANC') and erased_at is null and status_changed_at < $2::date
  limit 100
`,
);
