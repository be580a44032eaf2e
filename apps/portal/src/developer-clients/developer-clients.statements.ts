import { statement } from '@open-banking/database';

export interface ActiveClient {
  readonly clientId: string;
  readonly createdAt: Date;
  /** `createdAt` to the microsecond, for the next batch. */
  readonly place: string;
}

/** A developer's clients, oldest first, without those known to have ended. The last two say where the batch before has ended. */
export const activeClients = statement<ActiveClient, [developerId: string, max: number, createdAt: string | null, clientId: string | null]>(
  'portal.living-clients',
  /* sql */ `
  select client_id as "clientId", created_at as "createdAt", to_json(created_at) #>> '{}' as place from developer_client
  where developer_id = $1 and ended_at is null and ($3::timestamptz is null or (created_at, client_id) > ($3::timestamptz, $4))
  order by created_at, client_id limit $2
`,
);

/** With what they have sent and received, as far as it was kept. */
export const noteEnded = statement<never, [clientIds: readonly string[], now: Date]>(
  'portal.note-ended',
  /* sql */ `
  with gone as (delete from request_exchange where client_id = any($1))
  update developer_client set ended_at = coalesce(ended_at, $2) where client_id = any($1)
`,
);
