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

/**
 * The address is theirs: the code was sent to it, and the password is the one of that sign-up. All others of the address end with it, locked in
 * their order: two that are confirmed at once would wait for each other. No row: another one was confirmed before.
 */
export const confirmSignUp = statement<{ developerId: string }, [codeHash: Buffer, developerId: string, now: Date]>(
  'portal.confirm',
  /* sql */ `
  with ended as (
    select code_hash, email, password_hash from sign_up
    where email = (select email from sign_up where code_hash = $1)
    order by code_hash for update
  ),
  gone as (delete from sign_up s using ended where s.code_hash = ended.code_hash)
  insert into developer (developer_id, email, password_hash, confirmed_at, created_at)
  select $2, email, password_hash, $3, $3 from ended where code_hash = $1
  on conflict (email) do nothing
  returning developer_id as "developerId"
`,
);

/** What others have begun with the address of an account goes with it. */
export const deleteSignUps = statement<never, [email: string]>('portal.delete-sign-ups', 'delete from sign_up where email = $1');

export const purgeSignUps = statement<Purged, [now: Date]>('portal.purge-sign-ups', purging('sign_up', 'expires_at', 'expires_at < $1'));
export const purgeTries = statement<Purged, [before: Date]>(
  'portal.purge-tries',
  purging('developer_attempt', 'tried_at', 'tried_at < $1'),
);
