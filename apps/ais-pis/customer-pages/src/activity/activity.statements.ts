import type { NamedClient } from '@open-banking/ais-pis-consents';
import { statement } from '@open-banking/database';

/** One operation of one service in one hour, counted over the newest leaves of a day. */
export interface ActivityRow {
  readonly clientId: string;
  readonly hour: Date;
  readonly operation: string;
  readonly times: number;
  readonly first: Date;
  readonly last: Date;
}

// The log may hold an escaped U+0000 or half a surrogate pair in the id of a resource, and PostgreSQL's JSON functions refuse both.
// The ids of clients and the names of operations contain no escapes, so replacing every escape leaves them as they are.
const leafJson = /* sql */ `
  (case when strpos(leaf, '\\u') > 0 then regexp_replace(leaf, '\\\\u[0-9a-f]{4}', '\\\\ufffd', 'g') else leaf end)::json`;

/** The receipts of a leaf. A leaf of version 2 holds several; a leaf of version 1 is itself one receipt. */
const receiptsOfLeaf = /* sql */ `
  case leaf ->> 'v' when '2' then leaf -> 'receipts'
  else json_build_array(json_build_array(0, extract(epoch from (leaf ->> 'at')::timestamptz) * 1000, leaf ->> 'operation')) end`;

/**
 * The newest `max` leaves of a customer's day before a leaf index, grouped by service, hour and operation. `max` bounds the work,
 * however many receipts the day has.
 */
export const activityOfDay = statement<
  ActivityRow,
  [psuId: string, day: string, before: number, max: number, clientId: string | null, timeZone: string]
>(
  'activity.of-day',
  /* sql */ `
  with newest as (
    select ${leafJson} as leaf from receipt_leaf
    where day = $2 and psu_id = $1 and leaf_index < $3::bigint order by leaf_index desc limit $4
  ), done as (
    select leaf ->> 'client' as client, to_timestamp((receipt ->> 1)::float8 / 1000) as at, receipt ->> 2 as operation
    from newest cross join lateral json_array_elements(${receiptsOfLeaf}) receipt
    where $5::text is null or leaf ->> 'client' = $5
  )
  select client as "clientId", date_trunc('hour', at, $6::text) as hour, operation, count(*)::int as times, min(at) as first, max(at) as last
  from done group by 1, 2, 3 order by 2 desc, 6 desc
`,
);

/** The lowest index of those leaves, and their number. */
export const activityWindow = statement<
  { readonly leaves: number; readonly last: number | null },
  [psuId: string, day: string, before: number, max: number]
>(
  'activity.window',
  /* sql */ `
  select count(*)::int as leaves, min(leaf_index)::float8 as last from (
    select leaf_index from receipt_leaf
    where day = $2 and psu_id = $1 and leaf_index < $3::bigint order by leaf_index desc limit $4
  ) newest
`,
);

/** The activity of one service on one day, counted over the newest leaves of that day. */
export interface DayRow {
  readonly day: string;
  readonly clientId: string;
  readonly times: number;
  /** The number of leaves of this service that were counted. */
  readonly leaves: number;
}

/** The activity by day and service, from one day to another, counted over at most `max` leaves of each day. */
export const activityByDay = statement<DayRow, [psuId: string, from: string, to: string, max: number]>(
  'activity.by-day',
  /* sql */ `
  select days.day::date::text as day, newest.client as "clientId", sum(newest.times)::int as times, count(*)::int as leaves
  from generate_series($2::date, $3::date, interval '1 day') days (day)
  cross join lateral (
    select leaf ->> 'client' as client, case leaf ->> 'v' when '2' then json_array_length(leaf -> 'receipts') else 1 end as times
    from (
      select ${leafJson} as leaf from receipt_leaf r
      where r.day = days.day::date and r.psu_id = $1 order by r.leaf_index desc limit $4
    ) parsed
  ) newest
  group by 1, 2 order by 1, 2
`,
);

/** These clients, with the columns that distinguish those of one name. */
export const servicesNamed = statement<NamedClient, [clientIds: readonly string[]]>(
  'activity.services-named',
  /* sql */ `
  select client_id as "clientId", name as "clientName", case when registration_hash is null then organization end as organization,
    redirect_uris[1] as "redirectUri", created_at as "registeredAt"
  from client where client_id = any($1)
`,
);
