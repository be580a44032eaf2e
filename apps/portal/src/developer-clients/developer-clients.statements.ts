import { statement } from '@open-banking/database';

/** A developer's clients, oldest first, without those known to have ended. */
export const livingClients = statement<{ clientId: string; createdAt: Date }, [developerId: string, most: number]>(
  'portal.living-clients',
  /* sql */ `
  select client_id as "clientId", created_at as "createdAt" from developer_client
  where developer_id = $1 and ended_at is null
  order by created_at limit $2
`,
);

export const noteEnded = statement<never, [clientIds: readonly string[], now: Date]>(
  'portal.note-ended',
  'update developer_client set ended_at = coalesce(ended_at, $2) where client_id = any($1)',
);
