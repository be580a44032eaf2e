import { statement } from '@open-banking/database';

export interface RecordedRequestRow {
  readonly clientId: string;
  readonly at: Date;
  readonly entryId: string;
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  readonly ms: number;
  readonly limits: string | null;
  readonly consentId: string | null;
  /** Codes, each with its path. */
  readonly faults: readonly (readonly [code: string, path?: string])[] | null;
  /** The text of each fault: in a sandbox as the client read it for a day, then and elsewhere without values that it sent. */
  readonly texts: readonly string[] | null;
  /** The consent, payment or mandate that it is about, by path or response. */
  readonly objectId: string | null;
  /** In a sandbox, for a day. */
  readonly method: string | null;
  readonly path: string | null;
}

const columns = /* sql */ `
  r.client_id as "clientId", r.at, r.entry_id::text as "entryId", r.request_id as "requestId", r.operation, r.status, r.ms, r.limits,
  r.consent_id as "consentId", r.faults, coalesce(x.texts, d.texts) as texts, d.object_id as "objectId", x.method, x.path`;

/** A request with its details. Those that were dropped, or are not kept any more, are null. */
const detailed = /* sql */ `request r
    left join request_detail d on d.client_id = r.client_id and d.at = r.at and d.request_id = r.request_id
    left join request_exchange x on x.client_id = r.client_id and x.at = r.at and x.request_id = r.request_id`;

/**
 * A batch, and its counts. The requests of a client without a developer are not stored: no one could look at them. Counts are written
 * in the order of their key, so that two batches never wait for each other. An account made in one click is used by the requests of its
 * clients, which is noted once a day, and skipped where another batch, a sign-in or a deletion holds the row.
 */
export const storeRequests = statement<
  never,
  [
    clientIds: string[],
    at: number[],
    requestIds: string[],
    operations: string[],
    statuses: number[],
    ms: number[],
    limits: (string | null)[],
    consentIds: (string | null)[],
    faults: (string | null)[],
  ]
>(
  'requests.store',
  /* sql */ `
  with batch as materialized (
    select client_id, timestamptz 'epoch' + e.at * interval '1 millisecond' as at, e.request_id, e.operation, e.status, e.ms, e.limits, e.consent_id, e.faults, developer_id
    from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::smallint[], $6::real[], $7::text[], $8::uuid[], $9::jsonb[])
      as e(client_id, at, request_id, operation, status, ms, limits, consent_id, faults)
    join developer_client using (client_id)
  ), stored as (
    insert into request (client_id, at, request_id, operation, status, ms, limits, consent_id, faults)
    select client_id, at, request_id, operation, status, ms, limits, consent_id, faults from batch
  ), used as (
    update sandbox_account a set used_at = noted.at
    from (
      select account.developer_id, last.at
      from (select developer_id, max(at) as at from batch group by 1) last join sandbox_account account using (developer_id)
      where account.used_at < last.at - interval '1 day'
      for update of account skip locked
    ) noted
    where a.developer_id = noted.developer_id
  )
  insert into request_count as c (client_id, day, operation, requests, refused, failed, limits, limits_at)
  select client_id, (at at time zone 'UTC')::date, operation, count(*), count(*) filter (where status between 400 and 499),
    count(*) filter (where status >= 500), (array_agg(limits order by at desc) filter (where limits is not null))[1],
    max(at) filter (where limits is not null)
  from batch
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (client_id, day, operation) do update set
    requests = c.requests + excluded.requests, refused = c.refused + excluded.refused, failed = c.failed + excluded.failed,
    limits = case when excluded.limits_at >= coalesce(c.limits_at, '-infinity') then excluded.limits else c.limits end,
    limits_at = greatest(c.limits_at, excluded.limits_at)
`,
);

type ListParams = [
  developerId: string,
  clientId: string | null,
  operation: string | null,
  minStatus: number,
  maxStatus: number,
  from: Date,
  until: Date,
  beforeAt: Date,
  beforeEntry: string,
  max: number,
];

const narrowed = /* sql */ `r.at >= $6 and r.at < $7 and (r.at, r.entry_id) < ($8::timestamptz, $9::bigint)
      and ($3::text is null or r.operation = $3) and r.status between $4 and $5`;

/**
 * A page of the requests of a developer's clients, the newest first. Each client's are read from its end of the index, so that a page
 * takes as long for many requests as for few.
 */
export const listRequests = statement<RecordedRequestRow, ListParams>(
  'requests.list',
  /* sql */ `
  select r.*
  from developer_client c
  cross join lateral (
    select ${columns}
    from ${detailed}
    where r.client_id = c.client_id and ${narrowed}
    order by r.at desc, r.entry_id desc
    limit $10
  ) r
  where c.developer_id = $1 and ($2::text is null or c.client_id = $2)
  order by r.at desc, r."entryId"::bigint desc
  limit $10
`,
);

/** The same for the requests about a consent, payment or mandate, or made with the consent: each client's are found by its id. */
export const listRequestsOfObject = statement<RecordedRequestRow, [...ListParams, objectId: string]>(
  'requests.list-of-object',
  /* sql */ `
  with found as (
    select distinct o.client_id, o.at, o.entry_id
    from developer_client c
    cross join lateral (
      (
        select r.client_id, r.at, r.entry_id from request r
        where r.client_id = c.client_id and r.consent_id = $11 and ${narrowed}
        order by r.at desc, r.entry_id desc limit $10
      )
      union all
      (
        select r.client_id, r.at, r.entry_id
        from request_detail d join request r on r.client_id = d.client_id and r.at = d.at and r.request_id = d.request_id
        where d.client_id = c.client_id and d.object_id = $11 and ${narrowed}
        order by r.at desc, r.entry_id desc limit $10
      )
    ) o
    where c.developer_id = $1 and ($2::text is null or c.client_id = $2)
    order by o.at desc, o.entry_id desc
    limit $10
  )
  select ${columns}
  from found f join ${detailed.replace('request r', 'request r on r.client_id = f.client_id and r.at = f.at and r.entry_id = f.entry_id')}
  order by r.at desc, r.entry_id desc
`,
);

/** Requests of a developer's clients after a place in the log, the oldest first. Each client's are read from that place of the index. */
export const requestsAfter = statement<
  RecordedRequestRow,
  [developerId: string, clientId: string | null, from: Date, afterAt: Date, afterEntry: string, max: number]
>(
  'requests.after',
  /* sql */ `
  select r.*
  from developer_client c
  cross join lateral (
    select ${columns}
    from ${detailed}
    where r.client_id = c.client_id and r.at >= $3 and (r.at, r.entry_id) > ($4::timestamptz, $5::bigint)
    order by r.at, r.entry_id
    limit $6
  ) r
  where c.developer_id = $1 and ($2::text is null or c.client_id = $2)
  order by r.at, r."entryId"::bigint
  limit $6
`,
);

/** The requests of a developer's clients with one X-Request-ID, the newest first: one that was sent again has several. */
export const findRequests = statement<RecordedRequestRow, [developerId: string, requestId: string]>(
  'requests.find',
  /* sql */ `
  select ${columns}
  from ${detailed}
  where r.client_id in (select client_id from developer_client where developer_id = $1) and r.request_id = $2
  order by r.at desc, r.entry_id desc
  limit 100
`,
);

export const listLoggedClients = statement<{ clientId: string }, [developerId: string]>(
  'requests.clients',
  /* sql */ 'select client_id as "clientId" from developer_client where developer_id = $1 order by created_at, client_id',
);

/** A step of the deletion of what is older. */
export const purgeRequests = statement<{ entryId: string }, [before: Date, max: number]>(
  'requests.purge',
  /* sql */ `
  delete from request
  where (client_id, at, entry_id) in (
    select client_id, at, entry_id from request where at < $1 order by at limit $2 for update skip locked
  )
  returning entry_id as "entryId"
`,
);

/** The first hundred clients by id after one; with the time up to which each has more than `max` requests after it, if any. */
export const findOverfull = statement<{ clientId: string; upTo: Date | null }, [after: string, max: number]>(
  'requests.overfull',
  /* sql */ `
  select c.client_id as "clientId", (
    select r.at from request r where r.client_id = c.client_id order by r.at desc, r.entry_id desc offset $2 limit 1
  ) as "upTo"
  from developer_client c where c.client_id > $1 order by c.client_id limit 100
`,
);

/** A step of the deletion of a client's oldest requests. */
export const trimRequests = statement<{ entryId: string }, [clientId: string, upTo: Date, max: number]>(
  'requests.trim',
  /* sql */ `
  delete from request
  where client_id = $1 and (at, entry_id) in (
    select at, entry_id from request where client_id = $1 and at <= $2 order by at, entry_id limit $3 for update skip locked
  )
  returning entry_id as "entryId"
`,
);

export interface RequestCountRow {
  /** `2026-11-23`, UTC. */
  readonly day: string;
  readonly operation: string;
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
  readonly limits: string | null;
  readonly limitsAt: Date | null;
}

/** The requests of a client of this developer since a day, counted. No row: nothing, or another developer's client. */
export const countsOfClient = statement<RequestCountRow, [developerId: string, clientId: string, since: string]>(
  'requests.counts-of-client',
  /* sql */ `
  select u.day::text as day, u.operation, u.requests::float8 as requests, u.refused::float8 as refused, u.failed::float8 as failed, u.limits,
    u.limits_at as "limitsAt"
  from developer_client c join request_count u on u.client_id = c.client_id and u.day >= $3::date
  where c.developer_id = $1 and c.client_id = $2
`,
);

export const purgeCounts = statement<never, [before: string]>('requests.purge-counts', 'delete from request_count where day < $1::date');

export interface TimesOfDayRow {
  /** `2026-11-23`, UTC. */
  readonly day: string;
  readonly requests: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** Response times of a developer's clients by day, of the newest `max` requests of each client. */
export const timesByDay = statement<TimesOfDayRow, [developerId: string, clientId: string | null, since: Date, max: number]>(
  'requests.times-by-day',
  /* sql */ `
  select (r.at at time zone 'UTC')::date::text as day, count(*)::int as requests,
    percentile_disc(0.5) within group (order by r.ms) as "medianMs", percentile_disc(0.95) within group (order by r.ms) as "p95Ms"
  from developer_client c
  cross join lateral (
    select at, ms from request where client_id = c.client_id and at >= $3 order by at desc, entry_id desc limit $4
  ) r
  where c.developer_id = $1 and ($2::text is null or c.client_id = $2)
  group by 1
`,
);

/** The requests of a developer's clients by day, counted. */
export const countsByDay = statement<
  { day: string; requests: number; refused: number; failed: number },
  [developerId: string, clientId: string | null, since: string]
>(
  'requests.counts-by-day',
  /* sql */ `
  select u.day::text as day, sum(u.requests)::float8 as requests, sum(u.refused)::float8 as refused, sum(u.failed)::float8 as failed
  from developer_client c join request_count u on u.client_id = c.client_id and u.day >= $3::date
  where c.developer_id = $1 and ($2::text is null or c.client_id = $2)
  group by 1
`,
);
