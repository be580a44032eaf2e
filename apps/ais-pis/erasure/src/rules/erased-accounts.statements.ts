import { maxCounted, counting, erasedText, heldAlone, heldTogether } from '@open-banking/erasure';
import { purgeBatch, statement } from '@open-banking/database';

/** SQL: an entry `e` of row `d` that is not erased yet. */
const entryLeft = /* sql */ `e.account_id = d.account_id and (e.booking_date, e.entry_reference) > (d.after_date, d.after_reference)`;
/** SQL: the accounts of customer $1. */
const theirs = /* sql */ `(select resource_id, false as shared from (${heldAlone}) alone union all select resource_id, true from (${heldTogether}) together)`;
/** SQL: whether row `d` begins again on day $2. */
const beginsAgain = (endsOn: string): string => /* sql */ `(
    d.due_on > $2::date or d.due_on is null and not d.shared and exists (select from entry e where ${entryLeft} and e.booking_date < ${endsOn})
  )`;

/**
 * The accounts of a customer who is erased; all booked until today is theirs. An account of theirs alone on which something was booked since
 * an earlier erasure, such as a payment that came back, is gone through from where that ended. What is kept is looked at again: the law may have
 * changed.
 */
export const noteAccounts = statement<{ accountId: string }, [psuId: string, today: string]>(
  'erasure.note-accounts',
  /* sql */ `
  insert into erased_account as d (psu_id, account_id, shared, ends_on, due_on)
  select $1, resource_id, shared, $2::date + 1, $2::date from ${theirs} t
  on conflict (psu_id, account_id) do update set ends_on = excluded.ends_on, due_on = excluded.due_on
  where ${beginsAgain('excluded.ends_on')}
  returning account_id as "accountId"
`,
);

/** SQL: the rows `d` that will be due once `noteAccounts` has noted them: of whom it is counted, nothing is noted yet. */
const willBeDue = /* sql */ `(
    select account_id, shared, ends_on, after_date, after_reference from erased_account where psu_id = $1 and due_on <= $2::date
    union all
    select t.resource_id, coalesce(d.shared, t.shared), $2::date + 1, coalesce(d.after_date, '-infinity'), coalesce(d.after_reference, '')
    from ${theirs} t left join erased_account d on d.psu_id = $1 and d.account_id = t.resource_id
    where d.account_id is null or ${beginsAgain('$2::date + 1')}
  ) d`;
/** SQL: the rows `d` that are due. */
const due = 'd.psu_id = $1 and d.due_on <= $2::date';

/** SQL: an entry `e` of row `d` that can be erased. */
const entryDue = `${entryLeft} and e.booking_date < least(d.ends_on, $3::date)`;
/** SQL: an order `p` on the account of row `d` that was never executed. */
const neverExecuted = `p.debtor_account_id = d.account_id and p.transaction_status in ('RJCT', 'CANC') and p.erased_at is null`;
/** SQL: one that has been kept long enough, on an account of the customer's alone. */
const orderDue = `${neverExecuted} and p.status_changed_at < least(d.ends_on, $3::date) and not d.shared`;
/** SQL: orders of row `d`. With a limit of its own each account is looked up by the index; a join may read all payments. */
const ordersOf = (condition: string, max: number): string => `(select p.payment_id from payment p where ${condition} limit ${max})`;
/** SQL: whether the law keeps something of row `d`, and the account with it. `firstKept` says for how long. */
const isKept = /* sql */ `(
    exists (select from entry e where ${entryLeft} and e.booking_date < d.ends_on and e.booking_date >= $3::date)
    or not d.shared and exists (select from payment p where ${neverExecuted} and p.status_changed_at < d.ends_on and p.status_changed_at >= $3::date)
  )`;

export interface AccountToErase {
  readonly accountId: string;
  readonly shared: boolean;
  readonly afterDate: string;
  readonly afterReference: string;
  /** The day before which entries can be erased now. */
  readonly before: string;
}

type RetentionParams = [psuId: string, today: string, keptFrom: string];
type DueAccounts = [...RetentionParams, shared: boolean];
const columns = /* sql */ `
  d.account_id as "accountId", d.shared, d.after_date::text as "afterDate", d.after_reference as "afterReference", least(d.ends_on, $3::date)::text as before`;

/** A due account with an entry that can be erased, locked until the transaction ends. */
export const accountWithEntries = statement<AccountToErase, DueAccounts>(
  'erasure.account-with-entries',
  /* sql */ `
  select ${columns}
  from erased_account d
  where ${due} and d.shared = $4 and exists (select from entry e where ${entryDue})
  order by d.account_id
  limit 1
  for no key update
`,
);
export const countEntries = counting<DueAccounts>(
  'erasure.entries-count',
  `select from ${willBeDue} cross join lateral (select from entry e where ${entryDue} limit ${maxCounted + 1}) e where d.shared = $4`,
);

export const noteErasedTo = statement<never, [psuId: string, accountId: string, date: string, reference: string]>(
  'erasure.note-erased-to',
  /* sql */ `
  update erased_account set after_date = $3::date, after_reference = $4 where psu_id = $1 and account_id = $2
`,
);

/** A due account, locked until the transaction ends. */
export const dueAccount = statement<AccountToErase, DueAccounts>(
  'erasure.due-account',
  `select ${columns} from erased_account d where ${due} and d.shared = $4 order by d.account_id limit 1 for no key update`,
);
/** Of these, those of which nothing is kept. */
export const countAccounts = counting<DueAccounts>(
  'erasure.due-accounts-count',
  `select from ${willBeDue} where d.shared = $4 and not ${isKept}`,
);

export interface PaymentOfAccount {
  readonly accountId: string;
  readonly paymentId: string;
}

/** Orders on a due account of the customer's alone that were never executed and have not been kept long enough. */
export const ordersToErase = statement<PaymentOfAccount, RetentionParams>(
  'erasure.orders-not-executed',
  /* sql */ `
  select d.account_id as "accountId", p.payment_id as "paymentId"
  from erased_account d cross join lateral ${ordersOf(orderDue, 100)} p
  where ${due}
  limit 100
`,
);
export const countOrders = counting<RetentionParams>(
  'erasure.orders-not-executed-count',
  `select from ${willBeDue} cross join lateral ${ordersOf(orderDue, maxCounted + 1)} p`,
);

/** The first day of what is kept of an account: of an entry, or of an order that was not executed. Null: nothing is kept. */
export const firstKept = statement<{ day: string | null }, [psuId: string, accountId: string]>(
  'erasure.first-kept',
  /* sql */ `
  select least(
    (select e.booking_date from entry e where ${entryLeft} and e.booking_date < d.ends_on order by e.booking_date, e.entry_reference limit 1),
    (select min(p.status_changed_at)::date from payment p where ${neverExecuted} and p.status_changed_at < d.ends_on and not d.shared)
  )::text as day
  from erased_account d
  where d.psu_id = $1 and d.account_id = $2
`,
);

type NameParams = [...RetentionParams, name: string];
const named = `${neverExecuted} and $4 in (p.request ->> 'debtorName', p.request ->> 'ultimateDebtor')`;

/** Orders on due shared accounts that were never executed and name the customer. */
export const ordersNaming = statement<PaymentOfAccount, NameParams>(
  'erasure.orders-naming',
  /* sql */ `
  select d.account_id as "accountId", p.payment_id as "paymentId"
  from erased_account d cross join lateral ${ordersOf(named, 100)} p
  where ${due} and d.shared and not ${isKept}
  limit 100
`,
);
export const countOrdersNaming = counting<NameParams>(
  'erasure.orders-naming-count',
  `select from ${willBeDue} cross join lateral ${ordersOf(named, maxCounted + 1)} p where d.shared and not ${isKept}`,
);

/** When more of an account can be erased; null: it is done with. */
export const noteDue = statement<never, [psuId: string, accountId: string, dueOn: string | null]>(
  'erasure.note-due',
  /* sql */ `
  update erased_account set due_on = $3::date where psu_id = $1 and account_id = $2
`,
);

/** The next day on which more of a customer can be erased. */
export const nextDue = statement<{ dueOn: string | null }, [psuId: string]>(
  'erasure.next-due',
  /* sql */ `
  select min(due_on)::text as "dueOn" from erased_account where psu_id = $1 and due_on is not null
`,
);

type OfAccount = [accountId: string];

const instructedPayments = (max: number): string =>
  `(select i.payment_id from clearing_instruction i where i.by_core and i.message #>> '{creditorAccount,iban}' = a.iban limit ${max})`;

/** Payments that a core was told of, and that paid a due account of the customer's alone: it knows them by the number. */
export const paymentsToAccounts = statement<PaymentOfAccount, RetentionParams>(
  'erasure.payments-to-account',
  /* sql */ `
  select d.account_id as "accountId", i.payment_id as "paymentId"
  from erased_account d join account a on a.account_id = d.account_id cross join lateral ${instructedPayments(100)} i
  where ${due} and not d.shared and not ${isKept}
  limit 100
`,
);
export const countPaymentsToAccounts = counting<RetentionParams>(
  'erasure.payments-to-account-count',
  `select from ${willBeDue} join account a on a.account_id = d.account_id cross join lateral ${instructedPayments(maxCounted + 1)} i where not d.shared and not ${isKept}`,
);

/** In a message to a core, the creditor is erased; that it was settled here stays. */
export const eraseCreditorOfMessages = statement<never, [paymentIds: readonly string[]]>(
  'erasure.creditor-of-messages',
  /* sql */ `
  update clearing_instruction
  set message = (message - '{creditor,creditorAccount,ultimateCreditor}'::text[]) || '{"creditor": {"name": "${erasedText}"}, "settledHere": true}'
  where payment_id = any($1::uuid[])
`,
);

/** Transfers to the account that were rejected; a booked one is found by its entry. */
export const rejectedTransfersTo = statement<{ transferId: string }, OfAccount>(
  'erasure.rejected-transfers',
  /* sql */ `
  select t.transfer_id as "transferId"
  from account a join credit_transfer t on case when t.state = 'REJECTED' then t.message #>> '{creditorAccount,iban}' end = a.iban
  where a.account_id = $1
  limit ${purgeBatch}
`,
);

export const eraseAdjustmentReasons = statement<{ erased: number }, OfAccount>(
  'erasure.adjustment-reasons',
  'select erase_adjustment_reasons($1)::integer as erased',
);

/** Last: whatever else names the account is found by its number. What takes its place is `erasedNumberOf`, as in the other services. */
export const eraseAccount = statement<never, OfAccount>(
  'erasure.account',
  /* sql */ `
  with others as (
    delete from account_owner_name where account_id = $1
  )
  update account
  set iban = '${erasedText}-' || account_id, account_number = null, owner_name = '${erasedText}', owner_latin_name = null, name = '${erasedText}', display_name = null,
    details = null
  where account_id = $1
`,
);

/** One owner's name is erased; a shared account that stood under it goes by the name of another owner. A name in Latin letters may be anybody's, so the core has to load it again. Its entries are rendered again: texts leave out the owner. */
export const eraseOwnerName = statement<never, [...OfAccount, name: string, psuId: string]>(
  'erasure.owner-name',
  /* sql */ `
  with others as (
    delete from account_owner_name where account_id = $1 and name = $2
  ), changed as (
    update account a
    set owner_name = case when a.owner_name = $2 then coalesce((
          select u.name from holder h join psu u on u.psu_id = h.psu_id
          where h.resource_id = a.account_id and h.psu_id <> $3 and u.name <> '${erasedText}' order by u.psu_id limit 1), '${erasedText}')
        else replace(a.owner_name, $2, '${erasedText}') end,
      owner_latin_name = null,
      name = replace(a.name, $2, '${erasedText}'), display_name = replace(a.display_name, $2, '${erasedText}'), details = replace(a.details, $2, '${erasedText}')
    where a.account_id = $1 and (a.owner_latin_name is not null or strpos(concat_ws(' ', a.owner_name, a.name, a.display_name, a.details), $2) > 0)
    returning a.account_id
  )
  insert into entry_text_due (account_id, since) select account_id, '-infinity' from changed
`,
);

/** No row: the name is erased. */
export const nameKept = statement<{ name: string }, [psuId: string]>(
  'erasure.name-kept',
  `select name from psu where psu_id = $1 and name <> '${erasedText}'`,
);

/** Whether the name will be erased: nothing of an account is kept for which it is searched. */
export const countName = counting<RetentionParams>(
  'erasure.name-count',
  `select from psu where psu_id = $1 and name <> '${erasedText}' and not exists (select from ${willBeDue} where ${isKept})`,
);
