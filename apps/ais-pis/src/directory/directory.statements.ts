import { statement } from '@open-banking/database';
import type { Client } from '@open-banking/authorization';

const clientColumns = /* sql */ `
  client_id as "clientId", name, secret_hash as "secretHash", auth_method as "authMethod", jwks, tls_subject as "tlsSubject", token_binding as "tokenBinding", roles, redirect_uris as "redirectUris", organization`;

export type ClientRow = { readonly [K in keyof Client]: Client[K] | null };

export const findClient = statement<ClientRow, [clientId: string]>('directory.client', `select ${clientColumns} from client where client_id = $1`);

export const createClient = statement<never, [clientId: string, name: string, secretHash: string | null, authMethod: string, jwks: string | null, tlsSubject: string | null, tokenBinding: string | null, roles: readonly string[], redirectUris: readonly string[], organization: string | null, now: Date]>('directory.createClient', /* sql */ `
  insert into client (client_id, name, secret_hash, auth_method, jwks, tls_subject, token_binding, roles, redirect_uris, organization, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
`);

export const findCustomer = statement<{ psuId: string; name: string; passwordHash: string }, [login: string]>('directory.customer', /* sql */ `
  select psu_id as "psuId", name, password_hash as "passwordHash" from psu where login = $1
`);

export const findLogin = statement<{ login: string }, [psuId: string]>('directory.login', 'select login from psu where psu_id = $1');

export const findLock = statement<{ lockedUntil: Date }, [loginHash: Buffer, now: Date]>('directory.lock', /* sql */ `
  select locked_until as "lockedUntil" from sign_in_attempt where login_hash = $1 and locked_until > $2
`);

/** Counts one wrong try; the fifth in a row locks, and begins to count anew. Rows of one login are counted one after the other. */
export const countWrong = statement<{ lockedUntil: Date | null }, [loginHash: Buffer, passwords: number, codes: number, now: Date, lockUntil: Date, most: number]>('directory.countWrong', /* sql */ `
  insert into sign_in_attempt as a (login_hash, failed_passwords, failed_codes, changed_at) values ($1, $2, $3, $4)
  on conflict (login_hash) do update set
    failed_passwords = case when a.failed_passwords + $2 >= $6 then 0 else a.failed_passwords + $2 end,
    failed_codes     = case when a.failed_codes + $3 >= $6 then 0 else a.failed_codes + $3 end,
    locked_until     = case when a.failed_passwords + $2 >= $6 or a.failed_codes + $3 >= $6 then $5::timestamptz else a.locked_until end,
    changed_at       = $4
  returning case when locked_until > $4 then locked_until end as "lockedUntil"
`);

/** A right password forgets wrong passwords, a right code wrong codes; neither forgets the other's. */
export const forgetWrong = statement<never, [loginHash: Buffer, passwords: boolean, codes: boolean]>('directory.forgetWrong', /* sql */ `
  update sign_in_attempt
  set failed_passwords = case when $2 then 0 else failed_passwords end, failed_codes = case when $3 then 0 else failed_codes end
  where login_hash = $1
`);

export const purgeAttempts = statement<never, [before: Date]>('directory.purgeAttempts', 'delete from sign_in_attempt where changed_at < $1');
