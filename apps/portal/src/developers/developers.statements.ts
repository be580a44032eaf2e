import { type Purged, purging, statement } from '@open-banking/database';

/** One try of a password, counted before it is looked at. `keyHash`: of the address, or of the code of a sign-up. No row: it is locked. */
export const takeDeveloperTry = statement<{ failures: number }, [keyHash: Buffer, now: Date, forgetBefore: Date]>(
  'portal.take-try',
  /* sql */ `
  insert into developer_attempt as attempt (email_hash, failures, locked_until, tried_at) values ($1, 1, $2, $2)
  on conflict (email_hash) do update
    set failures = case when attempt.tried_at < $3 then 1 else attempt.failures + 1 end, tried_at = $2
    where attempt.locked_until <= $2
  returning failures
`,
);

export const lockDeveloper = statement<never, [keyHash: Buffer, until: Date]>(
  'portal.lock',
  'update developer_attempt set locked_until = $2 where email_hash = $1',
);

export const forgetDeveloperTries = statement<never, [keyHash: Buffer]>(
  'portal.forget-tries',
  'delete from developer_attempt where email_hash = $1',
);

export const findSignUp = statement<{ passwordHash: string }, [codeHash: Buffer, now: Date]>(
  'portal.sign-up',
  'select password_hash as "passwordHash" from sign_up where code_hash = $1 and expires_at > $2',
);

/** A row with a password that a sign-in with this address may have. */
export interface SignInRow {
  readonly passwordHash: string;
  /** Null: it is that of a sign-up, whose address is not confirmed yet. */
  readonly developerId: string | null;
  readonly target: string | null;
  /** The account made in one click that the sign-up gives an address. */
  readonly claimedBy: string | null;
}

/** The account with this address or, where there is none, the newest of its sign-ups: one password is compared, whichever there is. */
export const findSignIn = statement<SignInRow, [email: string, now: Date]>(
  'portal.sign-in',
  /* sql */ `
  select password_hash as "passwordHash", developer_id as "developerId", null as target, null::uuid as "claimedBy"
  from developer where email = $1
  union all (
    select password_hash, null, target, developer_id from sign_up
    where email = $1 and expires_at > $2 order by expires_at desc limit 1
  )
  order by "developerId" limit 1
`,
);

/**
 * The address is theirs: the code was sent to it, and the password is the one of that sign-up. All others of the address end with it,
 * locked in their order: two that are confirmed at once would wait for each other. A sign-up for an account made in one click gives it
 * address and password; any other makes an account. No row: another one was confirmed before.
 *
 * An account made in one click gets an address once: one without a row in sandbox_account keeps its own. Other sign-ups for the account and
 * all its sessions end, because other browsers may have had its link; a confirmation at the same moment finds no row, and changes nothing.
 */
export const confirmSignUp = statement<{ developerId: string; target: string | null }, [codeHash: Buffer, developerId: string, now: Date]>(
  'portal.confirm',
  /* sql */ `
  with ended as (
    select code_hash, email, password_hash, target, developer_id from sign_up
    where email = (select email from sign_up where code_hash = $1)
    order by code_hash for update
  ),
  named as (
    delete from sandbox_account a using ended
    where ended.code_hash = $1 and a.developer_id = ended.developer_id
      and not exists (select from developer other where other.email = ended.email)
    returning a.developer_id
  ),
  others as (select code_hash from sign_up where developer_id = (select developer_id from named) for update skip locked),
  gone as (delete from sign_up where code_hash in (select code_hash from ended union all select code_hash from others)),
  given as (
    update developer d set email = ended.email, password_hash = ended.password_hash, confirmed_at = $3
    from ended, named
    where ended.code_hash = $1 and d.developer_id = named.developer_id
    returning d.developer_id
  ),
  left_sessions as (delete from developer_session s using given where s.developer_id = given.developer_id),
  made as (
    insert into developer (developer_id, email, password_hash, confirmed_at, created_at)
    select $2, email, password_hash, $3, $3 from ended where code_hash = $1 and developer_id is null
    on conflict (email) do nothing
    returning developer_id
  )
  select confirmed.developer_id as "developerId", ended.target
  from (select developer_id from given union all select developer_id from made) confirmed, ended
  where ended.code_hash = $1
`,
);

/** Sign-ups that others have begun with the address of an account end with it. */
export const deleteSignUps = statement<never, [email: string]>('portal.delete-sign-ups', 'delete from sign_up where email = $1');

export const purgeSignUps = statement<Purged, [now: Date]>('portal.purge-sign-ups', purging('sign_up', 'expires_at', 'expires_at < $1'));
export const purgeTries = statement<Purged, [before: Date]>(
  'portal.purge-tries',
  purging('developer_attempt', 'tried_at', 'tried_at < $1'),
);
