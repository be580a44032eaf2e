import { statement } from '@open-banking/database';
import { registerStanding } from '../../authorisation-register/register-standings.statements.js';
import type { Times } from '../../consents/consent.js';
import type { NamedClient } from './same-named-clients.js';

/** A consent as shown to its customer. */
export interface AccessRow extends Times, NamedClient {
  readonly consentId: string;
  readonly logo: string | null;
  readonly suspended: boolean;
  readonly recurring: boolean;
  readonly frequencyPerDay: number;
  readonly approvedAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastActionDate: string;
}

const client = /* sql */ `
  t.client_id as "clientId", t.name as "clientName", case when t.registration_hash is null then t.organization end as organization,
  t.redirect_uris[1] as "redirectUri", t.created_at as "registeredAt"`;
const columns = /* sql */ `
  c.consent_id as "consentId", ${client}, t.logo_hash as logo, (t.suspended_at is not null or ${registerStanding('t')} is not null) as suspended, c.status, c.valid_until::text as "validUntil", c.approve_by as "approveBy",
  c.ends_at as "endsAt", c.recurring, c.frequency_per_day as "frequencyPerDay", c.last_action_date::text as "lastActionDate",
  (select max(a.approved_at) from consent_approval a where a.consent_id = c.consent_id) as "approvedAt", u.last_used_at as "lastUsedAt"`;
const from = /* sql */ `
  consent_approval mine
  join consent c on c.consent_id = mine.consent_id
  join client t on t.client_id = c.client_id
  left join consent_use u on u.consent_id = c.consent_id`;

/** The consents that a customer has approved, alone or with another owner: active ones first, then the most recently ended. */
export const accessOf = statement<AccessRow, [psuId: string, most: number]>(
  'customer.access',
  /* sql */ `
  select ${columns} from ${from}
  where mine.psu_id = $1
  order by c.status in ('valid', 'partiallyAuthorised') desc, c.last_action_date desc, c.consent_id
  limit $2
`,
);

/** No row: the consent does not exist, or this customer has not approved it. */
export const oneAccess = statement<AccessRow, [psuId: string, consentId: string]>(
  'customer.one-access',
  /* sql */ `
  select ${columns} from ${from} where mine.psu_id = $1 and mine.consent_id = $2
`,
);

export interface PendingRow extends NamedClient {
  readonly consentId: string;
  readonly approveBy: Date;
}

/** Consents that wait for a second owner of these resources and were approved by another owner. */
export const pendingOn = statement<PendingRow, [psuId: string, resourceIds: readonly string[], now: Date, today: string]>(
  'customer.pending',
  /* sql */ `
  select c.consent_id as "consentId", ${client}, c.approve_by as "approveBy"
  from consent c join client t on t.client_id = c.client_id
  where c.consent_id in (select s.consent_id from consent_second_owner s where s.resource_id = any($2) and s.approved_by is null)
    and c.status = 'partiallyAuthorised' and c.approve_by > $3 and c.valid_until >= $4::date
    and not exists (select from consent_approval a where a.consent_id = c.consent_id and a.psu_id = $1)
  order by c.approve_by, c.consent_id
`,
);

/** Writes at most once a minute, so a busy consent costs one write per minute. */
export const noteUse = statement<never, [consentId: string, now: Date, before: Date]>(
  'customer.note-use',
  /* sql */ `
  insert into consent_use as u (consent_id, last_used_at) values ($1, $2)
  on conflict (consent_id) do update set last_used_at = excluded.last_used_at where u.last_used_at < $3
`,
);
