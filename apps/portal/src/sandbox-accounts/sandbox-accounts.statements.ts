import { statement } from '@open-banking/database';

/** Until the end of the transaction: two accounts that are made at once from one address cannot both take the last place. */
export const lockOrigin = statement<object, [origin: string]>(
  'portal.lock-origin',
  'select pg_advisory_xact_lock(hashtextextended($1, 17))',
);

export const countFromOrigin = statement<{ accounts: number }, [openedFrom: Buffer, max: number]>(
  'portal.count-from-origin',
  'select count(*)::int as accounts from (select from sandbox_account where opened_from = $1 limit $2) counted',
);

/** Opens the account of a link, which ends with it: `next` is the hash of the following one. No row: the link is unknown or was used. */
export const reopenSandboxAccount = statement<{ developerId: string }, [reopenHash: Buffer, next: Buffer, now: Date]>(
  'portal.reopen-sandbox-account',
  'update sandbox_account set reopen_hash = $2, used_at = $3 where reopen_hash = $1 returning developer_id as "developerId"',
);

export const replaceReopening = statement<{ developerId: string }, [developerId: string, reopenHash: Buffer]>(
  'portal.replace-reopening',
  'update sandbox_account set reopen_hash = $2 where developer_id = $1 returning developer_id as "developerId"',
);

/**
 * Accounts made in one click without a sign-in since `before`, a session that goes on, or a request of a client of theirs: the longest
 * unused first, a few.
 */
export const unusedSandboxAccounts = statement<{ developerId: string }, [before: Date, now: Date, max: number]>(
  'portal.unused-sandbox-accounts',
  /* sql */ `
  select a.developer_id as "developerId" from sandbox_account a
  where a.used_at < $1
    and not exists (select from developer_session s where s.developer_id = a.developer_id and s.expires_at > $2)
    and not exists (
      select from developer_client c join request_count u on u.client_id = c.client_id
      where c.developer_id = a.developer_id and u.day >= ($1::timestamptz at time zone 'UTC')::date
    )
  order by a.used_at limit $3
`,
);
