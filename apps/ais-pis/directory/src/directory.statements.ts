import type { ClientView, DeveloperClientView } from '@open-banking/contracts';
import { type Purged, purging, statement } from '@open-banking/database';
import type { Client } from '@open-banking/issuer';
import { effectiveRoles, registerStanding } from './register/register-standings.statements.js';

const previousCredential = /* sql */ `
  case when former_until > $2 then jsonb_strip_nulls(jsonb_build_object('secretHash', former_secret_hash, 'jwks', former_jwks, 'tlsSubject', former_tls_subject)) end as previous`;

const clientColumns = /* sql */ `
  client_id as "clientId", name, secret_hash as "secretHash", auth_method as "authMethod", jwks, jwks_uri as "jwksUri",
  tls_subject as "tlsSubject", token_binding as "tokenBinding", ${effectiveRoles('client')} as roles, redirect_uris as "redirectUris", organization, logo_hash as logo, outages, grant_types as "grantTypes", scopes,
  registration_hash is not null as "registeredItself", suspended_at is not null as suspended, case when suspended_at is null then ${registerStanding('client')} end as "registerStanding", ${previousCredential}`;

export type ClientRow = { readonly [K in keyof Client]-?: Client[K] | null } & Pick<Client, 'authMethod'>;

type OneNow = [clientId: string, now: Date];

/** No row: no current client has this id. */
export const findClient = statement<ClientRow, OneNow>(
  'directory.client',
  `select ${clientColumns} from client where client_id = $1 and removed_at is null`,
);

/** The same, locked until the transaction ends. */
export const lockClient = statement<ClientRow, OneNow>(
  'directory.lockClient',
  `select ${clientColumns} from client where client_id = $1 and removed_at is null for no key update`,
);

export interface RegisteredRow extends ClientRow {
  readonly createdAt: Date;
}

/** Locks a client until the transaction ends. No row: no such client, or not its registration access token. */
export const lockRegistered = statement<RegisteredRow, [...OneNow, tokenHash: Buffer]>(
  'directory.lockRegistered',
  /* sql */ `
  select ${clientColumns}, created_at as "createdAt" from client where client_id = $1 and registration_hash = $3 and removed_at is null for no key update
`,
);

const viewColumns = (now: string): string => /* sql */ `
  client_id as "clientId", name, roles, auth_method as "authMethod", redirect_uris as "redirectUris", organization, tls_subject as "tlsSubject", jwks_uri as "jwksUri",
    registration_hash is not null as "registeredItself",
    ${registerStanding('client')} as "registerStanding",
    to_char(suspended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "suspendedAt",
    (select s.reason from client_suspension s where s.client_id = client.client_id and s.resumed_at is null) as "suspensionReason",
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
    case when former_until > ${now} then to_char(former_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end as "formerUntil"`;

/** No row: no such client, or it is removed. */
export const viewClient = statement<ClientView, [clientId: string, now: Date]>(
  'directory.client-view',
  /* sql */ `
  select ${viewColumns('$2')} from client where client_id = $1 and removed_at is null
`,
);

export const listClients = statement<ClientView, [createdAt: string, clientId: string, now: Date, max: number]>(
  'directory.clients',
  /* sql */ `
  select ${viewColumns('$3')}
  from client
  where removed_at is null and (created_at, client_id) > ($1::timestamptz, $2)
  order by created_at, client_id
  limit $4
`,
);

/**
 * Of these clients, those that are this developer's, oldest first. `is true` keeps the planner from the partial indexes of clients that
 * registered themselves, which it would read whole: here the ids are known.
 */
export const listDeveloperClients = statement<DeveloperClientView, [clientIds: readonly string[], now: Date, developerHash: Buffer]>(
  'directory.developerClients',
  /* sql */ `
  select ${viewColumns('$2')}, jwks, outages
  from client
  where client_id = any($1::text[]) and registered_from = $3 and (removed_at is null) is true
  order by created_at, client_id
`,
);

/** No row: no such client, or another developer's. A client that is removed has a row still. */
export const findDeveloperClient = statement<{ readonly clientId: string }, [developerHash: Buffer, clientId: string]>(
  'directory.developerClient',
  'select client_id as "clientId" from client where client_id = $2 and registered_from = $1',
);

/** Stores a new credential. The current one stays valid as the previous one until `until`; without `until` it is dropped at once. */
export const renewClient = statement<
  never,
  [clientId: string, secretHash: string | null, jwks: string | null, tlsSubject: string | null, until: Date | null]
>(
  'directory.renewClient',
  /* sql */ `
  update client set
    former_secret_hash = case when $5::timestamptz is not null then secret_hash end,
    former_jwks        = case when $5::timestamptz is not null then jwks end,
    former_tls_subject = case when $5::timestamptz is not null then tls_subject end,
    former_until = $5::timestamptz, secret_hash = $2, jwks = $3::jsonb, tls_subject = $4
  where client_id = $1
`,
);

export const endRotationOverlaps = statement<never, [now: Date]>(
  'directory.endChangeOvers',
  /* sql */ `
  update client set former_secret_hash = null, former_jwks = null, former_tls_subject = null, former_until = null where former_until <= $1
`,
);

type Lock = { readonly lockedUntil: Date };
/** No row: the login is locked. `lockedUntil`: this was the last of `max` attempts, and the login is now locked. */
type TakenTry = { readonly lockedUntil: Date | null };
type LoginAttemptParams = [nameHash: Buffer, now: Date, lockUntil: Date, max: number];

/**
 * Counts an attempt before the password is hashed or the code compared, so that concurrent attempts have no more tries than
 * successive ones. The last attempt locks and resets the counter; if it turns out to be correct, the lock is removed.
 */
const taking = (failed: string, until: string): string => /* sql */ `
  insert into sign_in_attempt as a (login_hash, ${failed}, changed_at) values ($1, 1, $2)
  on conflict (login_hash) do update set
    ${failed}  = case when a.${failed} + 1 >= $4 then 0 else a.${failed} + 1 end,
    ${until}   = case when a.${failed} + 1 >= $4 then $3::timestamptz end,
    changed_at = $2
  where a.${until} is null or a.${until} <= $2
  returning ${until} as "lockedUntil"
`;

export const takePasswordTry = statement<TakenTry, LoginAttemptParams>(
  'directory.takePasswordTry',
  taking('failed_passwords', 'locked_until'),
);
export const takeCodeTry = statement<TakenTry, LoginAttemptParams>('directory.takeCodeTry', taking('failed_codes', 'codes_locked_until'));

export const findPasswordLock = statement<Lock, [nameHash: Buffer, now: Date]>(
  'directory.passwordLock',
  /* sql */ `
  select locked_until as "lockedUntil" from sign_in_attempt where login_hash = $1 and locked_until > $2
`,
);
export const findCodeLock = statement<Lock, [nameHash: Buffer, now: Date]>(
  'directory.codeLock',
  /* sql */ `
  select codes_locked_until as "lockedUntil" from sign_in_attempt where login_hash = $1 and codes_locked_until > $2
`,
);

/** A correct password resets the count of wrong passwords, a correct code that of wrong codes. */
export const forgetPasswords = statement<never, [nameHash: Buffer]>(
  'directory.forgetPasswords',
  'update sign_in_attempt set failed_passwords = 0, locked_until = null where login_hash = $1',
);
export const forgetCodes = statement<never, [nameHash: Buffer]>(
  'directory.forgetCodes',
  'update sign_in_attempt set failed_codes = 0, codes_locked_until = null where login_hash = $1',
);

export const purgeAttempts = statement<Purged, [before: Date]>(
  'directory.purgeAttempts',
  purging('sign_in_attempt', 'changed_at', 'changed_at < $1'),
);

export const noteClientSeen = statement<never, [clientId: string, today: string]>(
  'directory.noteSeen',
  'update client set seen_on = $2::date where client_id = $1 and registered_from is not null and seen_on < $2::date',
);
