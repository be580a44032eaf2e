import { statement } from '@open-banking/database';

export const lockAddress = statement<object, [address: string]>(
  'registration.lock-address',
  'select pg_advisory_xact_lock(hashtextextended($1, 13))',
);

export const countRegistered = statement<{ registered: number }, [address: Buffer, max: number]>(
  'registration.count',
  /* sql */ `
  select count(*)::int as registered from (select from client where registered_from = $1 and removed_at is null limit $2) living
`,
);

export const unusedClients = statement<{ clientId: string }, [since: string, max: number]>(
  'registration.unused',
  /* sql */ `
  select c.client_id as "clientId" from client c
  where c.registered_from is not null and c.removed_at is null and c.seen_on < $1::date
    and not exists (select from consent k where k.client_id = c.client_id) and not exists (select from payment p where p.client_id = c.client_id)
  order by c.seen_on limit $2
`,
);
