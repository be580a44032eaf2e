import { type Purged, purging, statement } from '@open-banking/database';

/** One try of a password, counted before it is looked at: `locked` says that it is not. */
export const takeDeveloperTry = statement<{ failures: number }, [emailHash: Buffer, now: Date, forgetBefore: Date]>(
  'portal.take-try',
  /* sql */ `
  insert into developer_attempt as attempt (email_hash, failures, locked_until, tried_at) values ($1, 1, $2, $2)
  on conflict (email_hash) do update
    set failures = case when attempt.tried_at < $3 then 1 else attempt.failures + 1 end, tried_at = $2
    where attempt.locked_until <= $2
  returning failures
`,
);

export const lockDeveloper = statement<never, [emailHash: Buffer, until: Date]>(
  'portal.lock',
  'update developer_attempt set locked_until = $2 where email_hash = $1',
);

export const forgetDeveloperTries = statement<never, [emailHash: Buffer]>(
  'portal.forget-tries',
  'delete from developer_attempt where email_hash = $1',
);

/** The address is theirs: it is known from a code that was sent to it, once. */
export const confirmDeveloper = statement<{ developerId: string }, [codeHash: Buffer, now: Date]>(
  'portal.confirm',
  /* sql */ `
  with used as (delete from email_confirmation where code_hash = $1 and expires_at > $2 returning developer_id)
  update developer set confirmed_at = coalesce(confirmed_at, $2) from used where developer.developer_id = used.developer_id
  returning developer.developer_id as "developerId"
`,
);

/** With an account that was never confirmed: anybody may sign up with any address. */
export const purgeConfirmations = statement<Purged, [now: Date]>(
  'portal.purge-confirmations',
  /* sql */ `
  with gone as (${purging('email_confirmation', 'expires_at', 'expires_at < $1', 'developer_id')}),
  unconfirmed as (
    delete from developer d using gone
    where d.developer_id = gone.developer_id and d.confirmed_at is null
      and not exists (select from email_confirmation c where c.developer_id = d.developer_id and c.expires_at >= $1)
  )
  select true as purged from gone
`,
);
export const purgeTries = statement<Purged, [before: Date]>(
  'portal.purge-tries',
  purging('developer_attempt', 'tried_at', 'tried_at < $1'),
);
