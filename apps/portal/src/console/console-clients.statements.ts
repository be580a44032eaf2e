import { statement } from '@open-banking/database';

/** The client of a developer's console, in the place of `replaced` or of none. No row: another one is in that place already. */
export const keepConsoleClient = statement<
  { clientId: string },
  [developerId: string, clientId: string, sealedSecret: Buffer, now: Date, replaced: string | null]
>(
  'portal.keep-console-client',
  /* sql */ `
  insert into console_client as kept (developer_id, client_id, sealed_secret, created_at)
  values ($1, $2, $3, $4)
  on conflict (developer_id) do update
  set client_id = excluded.client_id, sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
  where kept.client_id = $5
  returning client_id as "clientId"
`,
);
