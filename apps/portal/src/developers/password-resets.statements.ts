import { type Purged, purging, statement } from '@open-banking/database';

/** More links of one address at a time would only fill a mailbox. */
const maxOpen = 5;

/** One more link for an address, whether it has an account or not. No row: it has as many as there may be. */
export const insertPasswordReset = statement<
  { inserted: true },
  [codeHash: Buffer, email: string, expiresAt: Date, sealedCode: Buffer | null, sendAt: Date | null, now: Date]
>(
  'portal.insert-password-reset',
  /* sql */ `
  insert into password_reset (code_hash, email, expires_at, sealed_code, send_at)
  select $1::bytea, $2::text, $3::timestamptz, $4::bytea, $5::timestamptz
  where (select count(*) from (select from password_reset where email = $2 and expires_at > $6 limit ${maxOpen}) open) < ${maxOpen}
  returning true as inserted
`,
);

/**
 * The account has the new password, all its sessions end, and so do all links of its address, locked in their order: two that are used at
 * once would wait for each other. No row: the link is unknown, used or too old, or its address has no account.
 */
export const resetPassword = statement<{ developerId: string; email: string }, [codeHash: Buffer, passwordHash: string, now: Date]>(
  'portal.reset-password',
  /* sql */ `
  with ended as (
    select code_hash, email, expires_at from password_reset
    where email = (select email from password_reset where code_hash = $1 and expires_at > $3)
    order by code_hash for update
  ),
  gone as (delete from password_reset r using ended where r.code_hash = ended.code_hash),
  changed as (
    update developer d set password_hash = $2 from ended
    where ended.code_hash = $1 and d.email = ended.email
    returning d.developer_id, d.email
  ),
  left_sessions as (delete from developer_session s using changed where s.developer_id = changed.developer_id)
  select developer_id as "developerId", email from changed
`,
);

export const isOpenPasswordReset = statement<{ open: true }, [codeHash: Buffer, now: Date]>(
  'portal.open-password-reset',
  'select true as open from password_reset where code_hash = $1 and expires_at > $2',
);

export const purgePasswordResets = statement<Purged, [now: Date]>(
  'portal.purge-password-resets',
  purging('password_reset', 'expires_at', 'expires_at < $1'),
);

/** Links for the address of an account that is deleted. */
export const deletePasswordResets = statement<never, [email: string]>(
  'portal.delete-password-resets',
  'delete from password_reset where email = $1',
);
