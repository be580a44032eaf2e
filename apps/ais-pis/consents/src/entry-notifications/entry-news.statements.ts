import { statement } from '@open-banking/database';

export const anyNews = statement<{ due: boolean }>(
  'entry-news.any',
  'select exists (select from entry_news_due) or exists (select from entry_news) as due',
  { polled: true },
);

/** Held until the transaction ends: one process at a time tells. */
export const lockNews = statement<{ locked: boolean }>(
  'entry-news.lock',
  "select pg_try_advisory_xact_lock(hashtextextended('entry news', 0)) as locked",
);

const isOver = `(c.status <> 'valid' or c.valid_until < $2::date or coalesce(c.ends_at <= $1::timestamptz, false) or c.opted_out is true)`;

/** What was told last of account `n` has been delivered, given up or forgotten. A look-up for each: as a join all notifications would be read. */
const isSettled = `coalesce((select t.settled_at is not null from notification t where t.notification_id = n.notification_id), true)`;

/** What was not delivered under consents that have ended since is told no more. */
export const giveUpEnded = statement<never, [now: Date, today: string]>(
  'entry-news.give-up-ended',
  /* sql */ `
  update notification set settled_at = clock_timestamp(), delivered = false, last_problem = 'the consent has ended'
  where settled_at is null and notification_id = any(array(
    select n.notification_id from entry_news n where (select ${isOver} from consent c where c.consent_id = n.consent_id)
  ))
`,
);

export interface News {
  readonly consentId: string;
  readonly accountId: string;
}

/** Of what is queued for an account, the newest row says all. */
export const dropRepeated = statement<never>(
  'entry-news.drop-repeated',
  /* sql */ `
  delete from entry_news_due d
  where exists (select from entry_news_due newer where newer.consent_id = d.consent_id and newer.account_id = d.account_id and newer.due_id > d.due_id)
`,
);

/**
 * Takes what is due: not while an earlier notification of the same account is on its way, and not sooner than `$3` seconds after it. A row
 * of a consent that has ended is taken and not told.
 */
export const takeNews = statement<News, [now: Date, today: string, seconds: number]>(
  'entry-news.take',
  /* sql */ `
  with taken as (
    delete from entry_news_due d using (
      select d.due_id, ${isOver} as is_over
      from entry_news_due d
      join consent c on c.consent_id = d.consent_id
      left join entry_news n on n.consent_id = d.consent_id and n.account_id = d.account_id
      where n.consent_id is null or ${isOver} or (
        n.told_at < clock_timestamp() - make_interval(secs => $3::integer)
        and ${isSettled}
      )
      order by d.due_id
      limit 1000
    ) due
    where d.due_id = due.due_id
    returning d.consent_id, d.account_id, due.is_over
  )
  select distinct consent_id as "consentId", account_id as "accountId" from taken where not is_over
`,
);

export const recordNotified = statement<
  never,
  [consentIds: readonly string[], accountIds: readonly string[], notificationIds: readonly string[]]
>(
  'entry-news.keep-told',
  /* sql */ `
  insert into entry_news (consent_id, account_id, notification_id)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])
  on conflict (consent_id, account_id) do update set notification_id = excluded.notification_id, told_at = excluded.told_at
`,
);

/** What was told so long ago that it holds nothing back any more. */
export const forgetNotified = statement<never, [seconds: number]>(
  'entry-news.forget-told',
  /* sql */ `
  delete from entry_news n
  where n.told_at < clock_timestamp() - make_interval(secs => $1::integer)
    and ${isSettled}
`,
);
