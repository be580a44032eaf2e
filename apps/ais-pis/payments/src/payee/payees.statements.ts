import { type Purged, purging, statement } from '@open-banking/database';
import type { NameMatchCode } from './payee-check.js';

/** The names of the owners of an account of this bank. Whoever holds a company's account is not the company. */
export const payeeNames = statement<{ isClosed: boolean; names: readonly string[] }, [iban: string]>(
  'payees.names',
  /* sql */ `
  select a.status = 'deleted' as "isClosed",
         array(select a.owner_name
               union all select a.owner_latin_name where a.owner_latin_name is not null
               union all select n.name from account_owner_name n where n.account_id = a.account_id
               union all select p.name from holder h join psu p on p.psu_id = h.psu_id where h.resource_id = a.account_id and a.usage = 'PRIV') as names
  from account a where a.iban = $1
`,
);

/** Who asks, each in a count of its own: clients by their requests, customers by looking at payments. */
const askers = {
  client: { table: 'payee_question', column: 'client_id' },
  customer: { table: 'customer_payee_question', column: 'psu_id' },
} as const;

/** The questions of an asker take turns until their transactions end. */
export const lockQuestions = statement<object, [askerId: string]>(
  'payees.lock-questions',
  "select pg_advisory_xact_lock(hashtextextended('payee ' || $1, 12))",
);

type Question = [askerId: string, accountDigest: Buffer, nameDigest: Buffer];

/** Notes a question. No row: there are as many names already as the asker may ask for in 24 hours. The same question again counts once. */
const noting = (name: string, { table, column }: (typeof askers)[keyof typeof askers]) =>
  statement<{ isNoted: true }, [...Question, maxNames: number, maxChecks: number]>(
    name,
    /* sql */ `
  with known as (
    select from ${table} where ${column} = $1 and account_digest = $2 and name_digest = $3 and asked_at > now() - interval '24 hours'
  ), noted as (
    insert into ${table} (${column}, account_digest, name_digest)
    select $1, $2, $3
    where not exists (select from known)
      and (select count(*) from ${table} where ${column} = $1 and account_digest = $2 and asked_at > now() - interval '24 hours') < $4::int
      and (select count(*) from (select from ${table} where ${column} = $1 and asked_at > now() - interval '24 hours' limit $5::int) q) < $5::int
    on conflict (${column}, account_digest, name_digest) do update set asked_at = now()
    returning true
  )
  select true as "isNoted" from known union all select true from noted
`,
  );

export const noteQuestion = {
  client: noting('payees.note-question', askers.client),
  customer: noting('payees.note-customer-question', askers.customer),
};

const purgingQuestions = (name: string, { table }: (typeof askers)[keyof typeof askers]) =>
  statement<Purged, []>(name, purging(table, 'asked_at', "asked_at < now() - interval '24 hours'"));

export const purgeQuestions = purgingQuestions('payees.purge-questions', askers.client);
export const purgeCustomerQuestions = purgingQuestions('payees.purge-customer-questions', askers.customer);

export interface StoredCheck {
  readonly creditorNameMatch: NameMatchCode;
  readonly matchedCreditorName: string | null;
}

type Check = [paymentId: string, nameMatch: NameMatchCode, matchedName: string | null, answered: boolean, now: Date];

export const storeInitialCheck = statement<never, Check>(
  'payees.store-initial',
  /* sql */ `
  insert into payment_payee_check (payment_id, asked_at, name_match, matched_name, answered, checked_at) values ($1, 'initiation', $2, $3, $4, $5)
`,
);

/** The check shown to customers. One that somebody else has stored meanwhile stays, unless it is older than `staleSince`. */
export const storeShownCheck = statement<never, [...Check, staleSince: Date]>(
  'payees.store-shown',
  /* sql */ `
  insert into payment_payee_check as c (payment_id, asked_at, name_match, matched_name, answered, checked_at) values ($1, 'approval', $2, $3, $4, $5)
  on conflict (payment_id, asked_at) do update
  set name_match = excluded.name_match, matched_name = excluded.matched_name, answered = excluded.answered, checked_at = excluded.checked_at
  where c.checked_at <= $6
`,
);

/** The last check of a payment after `since`, that of an approval first; an initial one only if somebody was asked. */
export const shownCheck = statement<StoredCheck, [paymentId: string, since: Date | null]>(
  'payees.shown',
  /* sql */ `
  select name_match as "creditorNameMatch", matched_name as "matchedCreditorName" from payment_payee_check
  where payment_id = $1 and (checked_at > $2 or $2 is null) and (answered or asked_at = 'approval')
  order by asked_at
  limit 1
`,
);
