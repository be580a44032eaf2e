import type { ListedLogo, OwnLogo } from '@open-banking/contracts';
import { statement } from '@open-banking/database';

const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** `place`: when it was proposed, to the microsecond, for the next page. */
export type LogoRow = ListedLogo & { readonly place: string };

/** Those of clients that are removed are deleted with them. The longest waiting first; the last three say where the page before has ended. */
export const listLogos = statement<
  LogoRow,
  [status: string, max: number, proposedAt: string | null, clientId: string | null, logo: string | null]
>(
  'client-logos.list',
  /* sql */ `
  select l.client_id as "clientId", c.name as "clientName", l.logo_hash as logo, l.status, ${utc('l.proposed_at')} as "proposedAt",
    ${utc('l.decided_at')} as "decidedAt", l.decided_by as "decidedBy", l.reason,
    to_json(l.proposed_at) #>> '{}' as place
  from client_logo l join client c on c.client_id = l.client_id
  where l.status = $1 and ($3::timestamptz is null or (l.proposed_at, l.client_id, l.logo_hash) > ($3::timestamptz, $4::text, $5::text))
  order by l.proposed_at, l.client_id, l.logo_hash
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
