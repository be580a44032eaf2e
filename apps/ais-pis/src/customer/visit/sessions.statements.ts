import { statement } from '@open-banking/database';

type Session = { readonly psuId: string; readonly name: string; readonly until: Date };

export const beginSession = statement<never, [idHash: Buffer, psuId: string, name: string, expiresAt: Date]>(
  'customer.begin-session',
  /* sql */ `
  insert into customer_session (id_hash, psu_id, customer_name, expires_at) values ($1, $2, $3, $4)
`,
);

export const findSession = statement<Session, [idHash: Buffer, now: Date]>(
  'customer.session',
  /* sql */ `
  select psu_id as "psuId", customer_name as name, expires_at as until from customer_session where id_hash = $1 and expires_at > $2
`,
);

export const endSession = statement<never, [idHash: Buffer]>('customer.end-session', 'delete from customer_session where id_hash = $1');

export const purgeSessions = statement<never, [now: Date]>('customer.purge-sessions', 'delete from customer_session where expires_at < $1');
