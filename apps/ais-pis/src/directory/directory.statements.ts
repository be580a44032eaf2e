import { statement } from '@open-banking/database';
import type { Client } from '@open-banking/authorization';
import type { ClientShown } from './directory.messages.js';

const former = /* sql */ `
  case when former_until > $2 then jsonb_strip_nulls(jsonb_build_object('secretHash', former_secret_hash, 'jwks', former_jwks, 'tlsSubject', former_tls_subject)) end as former`;

const clientColumns = /* sql */ `
  client_id as "clientId", name, secret_hash as "secretHash", auth_method as "authMethod", jwks, jwks_uri as "jwksUri",
  tls_subject as "tlsSubject", token_binding as "tokenBinding", roles, redirect_uris as "redirectUris", organization, grant_types as "grantTypes", scopes, ${former}`;

export type ClientRow = { readonly [K in keyof Client]-?: Client[K] | null } & Pick<Client, 'authMethod'>;

type OneNow = [clientId: string, now: Date];

/** No row: nobody has that id, or nobody has it any more. */
export const findClient = statement<ClientRow, OneNow>('directory.client', `select ${clientColumns} from client where client_id = $1 and removed_at is null`);

/** The same, and nobody else changes it until the transaction ends. */
export const lockClient = statement<ClientRow, OneNow>('directory.lockClient', `select ${clientColumns} from client where client_id = $1 and removed_at is null for no key update`);

export interface RegisteredRow extends ClientRow { readonly createdAt: Date }

/** No row: no such client, or this is not the token it manages itself with. Nobody else changes it until the transaction ends. */
export const lockRegistered = statement<RegisteredRow, [...OneNow, tokenHash: Buffer]>('directory.lockRegistered', /* sql */ `
  select ${clientColumns}, created_at as "createdAt" from client where client_id = $1 and registration_hash = $3 and removed_at is null for no key update
`);

export const listClients = statement<ClientShown, [createdAt: string, clientId: string, now: Date, most: number]>('directory.clients', /* sql */ `
  select client_id as "clientId", name, roles, auth_method as "authMethod", redirect_uris as "redirectUris", organization, tls_subject as "tlsSubject", jwks_uri as "jwksUri",
    registration_hash is not null as "registeredItself",
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
    case when former_until > $3 then to_char(former_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end as "formerUntil"
  from client
  where removed_at is null and (created_at, client_id) > ($1::timestamptz, $2)
  order by created_at, client_id
  limit $4
`);

/** The present one becomes the former, until then; without an end it is gone. */
export const renewClient = statement<never, [clientId: string, secretHash: string | null, jwks: string | null, tlsSubject: string | null, until: Date | null]>('directory.renewClient', /* sql */ `
  update client set
    former_secret_hash = case when $5::timestamptz is not null then secret_hash end,
    former_jwks        = case when $5::timestamptz is not null then jwks end,
    former_tls_subject = case when $5::timestamptz is not null then tls_subject end,
    former_until = $5::timestamptz, secret_hash = $2, jwks = $3::jsonb, tls_subject = $4
  where client_id = $1
`);

const withoutFormer = 'former_secret_hash = null, former_jwks = null, former_tls_subject = null, former_until = null';

export const endChangeOver = statement<never, [clientId: string]>('directory.endChangeOver', `update client set ${withoutFormer} where client_id = $1`);
export const endChangeOvers = statement<never, [now: Date]>('directory.endChangeOvers', `update client set ${withoutFormer} where former_until <= $1`);
export const removeClient = statement<never, OneNow>('directory.removeClient', `update client set removed_at = $2, ${withoutFormer} where client_id = $1`);

/** The columns of a client that are written, by their names. */
export interface ClientColumns {
  readonly name: string; readonly secret_hash: string | null; readonly auth_method: string; readonly jwks?: object; readonly jwks_uri?: string; readonly tls_subject?: string; readonly token_binding?: string;
  readonly roles: readonly string[]; readonly redirect_uris: readonly string[]; readonly organization?: string; readonly grant_types?: readonly string[]; readonly scopes?: readonly string[];
  /** `\\x` and hexadecimal digits. */
  readonly registration_hash?: string;
}

/** `columns` is JSON of `ClientColumns`; what it leaves out is null. */
export const createClient = statement<never, [clientId: string, columns: string, now: Date]>('directory.createClient', /* sql */ `
  insert into client (client_id, name, secret_hash, auth_method, jwks, jwks_uri, tls_subject, token_binding, roles, redirect_uris, organization, grant_types, scopes, registration_hash, created_at)
  select $1, name, secret_hash, auth_method, jwks, jwks_uri, tls_subject, token_binding, roles, redirect_uris, organization, grant_types, scopes, registration_hash, $3::timestamptz
  from jsonb_populate_record(null::client, $2::jsonb)
`);

const keptFormer = (column: string): string =>
  `${column} = case when (c.auth_method, c.secret_hash, c.jwks, c.tls_subject) is not distinct from (r.auth_method, r.secret_hash, r.jwks, r.tls_subject) then c.${column} end`;

/** All that a client says of itself anew. A change-over goes on where what it shows itself by stays as it is; otherwise the new one alone counts. */
export const updateClient = statement<never, [clientId: string, columns: string]>('directory.updateClient', /* sql */ `
  update client c set
    name = r.name, secret_hash = r.secret_hash, auth_method = r.auth_method, jwks = r.jwks, jwks_uri = r.jwks_uri, tls_subject = r.tls_subject, token_binding = r.token_binding,
    roles = r.roles, redirect_uris = r.redirect_uris, grant_types = r.grant_types, scopes = r.scopes,
    ${['former_secret_hash', 'former_jwks', 'former_tls_subject', 'former_until'].map(keptFormer).join(', ')}
  from jsonb_populate_record(null::client, $2::jsonb) r
  where c.client_id = $1
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
