import { statement } from '@open-banking/database';
import { registerStanding } from '@open-banking/ais-pis-directory';
import type { ConsentTimes } from './consent.js';
import type { NamedClient } from './same-named-clients.js';

/** A consent as shown to its customer. */
export interface AccessRow extends ConsentTimes, NamedClient {
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

/** SQL: the place of a consent in the list of its customer. */
const place = (consent: string): string =>
  `${consent}.status not in ('valid', 'partiallyAuthorised'), date '9999-01-01' - ${consent}.last_action_date, ${consent}.consent_id`;

/**
 * A page of the consents that a customer has approved, alone or with another owner, to clients with `searched` in their name: active ones
 * first, then the most recently ended. All active ones are on it, up to `maxActive`, and `maxEnded` others. `after`: one of them.
 */
export const accessOf = statement<
  AccessRow & { readonly total: number },
  [psuId: string, searched: string, after: string | null, maxActive: number, maxEnded: number]
>(
  'customer.access',
  /* sql */ `
  with further as (
    select c.consent_id, (${place('c')}) as place, c.status in ('valid', 'partiallyAuthorised') as is_living
    from ${from}
    where mine.psu_id = $1 and position(lower($2::text) in lower(t.name)) > 0 and ($3::uuid is null or (${place('c')}) > (
      select ${place('l')} from consent_approval a join consent l on l.consent_id = a.consent_id where a.consent_id = $3 and a.psu_id = $1
    ))
  ), shown as (
    select consent_id, place from further
    order by place limit least((select count(*) from further where is_living), $4::integer) + $5::integer
  )
  select ${columns}, (select count(*)::integer from further) as total
  from shown s join (${from}) on c.consent_id = s.consent_id and mine.psu_id = $1
  order by s.place
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
  where c.consent_id in (
      select s.consent_id from consent_second_owner s
      where s.resource_id = any($2) and s.approved_by is null
        and (s.service <> 'ais-pis' or exists (select from consent w join holder f on f.psu_id = w.psu_id where w.consent_id = s.consent_id and f.resource_id = s.resource_id))
    )
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
