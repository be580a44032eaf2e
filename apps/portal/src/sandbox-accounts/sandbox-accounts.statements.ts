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

/** No session of the account goes on at `$2`. */
const isSignedOut = 'not exists (select from developer_session s where s.developer_id = a.developer_id and s.expires_at > $2)';

/** Accounts made in one click that were not used since `before`, without a session that goes on: the longest unused first, a few. */
export const unusedSandboxAccounts = statement<{ developerId: string }, [before: Date, now: Date, max: number]>(
  'portal.unused-sandbox-accounts',
  `select a.developer_id as "developerId" from sandbox_account a where a.used_at < $1 and ${isSignedOut} order by a.used_at limit $3`,
);

/**
 * Begins the deletion of such an account: `noOnes` is the hash of no code, so its link opens nothing from now on. No row: it was used
 * meanwhile, or got an address.
 */
export const giveUpSandboxAccount = statement<{ developerId: string }, [before: Date, now: Date, developerId: string, noOnes: Buffer]>(
  'portal.give-up-sandbox-account',
  /* sql */ `
  update sandbox_account a set reopen_hash = $4
  where a.developer_id = $3 and a.used_at < $1 and ${isSignedOut}
  returning a.developer_id as "developerId"
`,
);
