import { statement } from '@open-banking/database';
import type { ListedLogo, OwnLogo } from './client-logos.messages.js';

const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Those of clients that are removed are deleted with them. The longest waiting first. */
export const listLogos = statement<ListedLogo, [status: string, most: number]>(
  'client-logos.list',
  /* sql */ `
  select l.client_id as "clientId", c.name as "clientName", l.logo_hash as logo, l.status, ${utc('l.proposed_at')} as "proposedAt",
    ${utc('l.decided_at')} as "decidedAt", l.decided_by as "decidedBy", l.reason
  from client_logo l join client c on c.client_id = l.client_id
  where l.status = $1
  order by l.proposed_at
  limit $2
`,
);

export const logosOfClient = statement<OwnLogo, [clientId: string]>(
  'client-logos.of-client',
  /* sql */ `
  select logo_hash as logo, status, ${utc('proposed_at')} as "proposedAt", reason, encode(png, 'base64') as png
  from client_logo where client_id = $1 order by proposed_at
`,
);

/** The image that customers may see. `is true` keeps the planner from the partial index of approved logos, which it would read whole. */
export const approvedLogo = statement<{ readonly png: Buffer }, [logo: string]>(
  'client-logos.approved',
  `select png from client_logo where logo_hash = $1 and (status = 'approved') is true limit 1`,
);
