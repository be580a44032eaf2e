import { type Purged, purging, statement } from '@open-banking/database';

type Session = { readonly psuId: string; readonly name: string; readonly until: Date };
/** Of a customer who signed in at the bank's OpenID provider; null of one who signed in here. */
export type LoginColumns = [sidHash: Buffer | null, subjectHash: Buffer | null, idTokenSealed: string | null];

export const beginSession = statement<never, [idHash: Buffer, psuId: string, name: string, expiresAt: Date, ...LoginColumns]>(
  'customer.begin-session',
  /* sql */ `
  insert into customer_session (id_hash, psu_id, customer_name, expires_at, login_sid_hash, login_subject_hash, id_token_sealed)
  values ($1, $2, $3, $4, $5, $6, $7)
`,
);

export const findSession = statement<Session, [idHash: Buffer, now: Date]>(
  'customer.session',
  /* sql */ `
  select psu_id as "psuId", customer_name as name, expires_at as until from customer_session where id_hash = $1 and expires_at > $2
`,
);

export const endSession = statement<{ readonly idTokenSealed: string | null }, [idHash: Buffer]>(
  'customer.end-session',
  'delete from customer_session where id_hash = $1 returning id_token_sealed as "idTokenSealed"',
);

export const endSessionsOfSid = statement<never, [sidHash: Buffer]>(
  'customer.end-sessions-of-sid',
  'delete from customer_session where login_sid_hash = $1',
);

export const endSessionsOfSubject = statement<never, [subjectHash: Buffer]>(
  'customer.end-sessions-of-subject',
  'delete from customer_session where login_subject_hash = $1',
);

export const purgeSessions = statement<Purged, [now: Date]>(
  'customer.purge-sessions',
  purging('customer_session', 'expires_at', 'expires_at < $1'),
);
