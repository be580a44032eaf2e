import { type Purged, purging, statement } from '@open-banking/database';

/** Stores the details of a batch, except those of clients without a developer. */
export const storeDetails = statement<
  never,
  [clientIds: string[], at: number[], requestIds: string[], objectIds: (string | null)[], texts: (string | null)[]]
>(
  'requests.store-details',
  /* sql */ `
  insert into request_detail (client_id, at, request_id, object_id, texts)
  select client_id, timestamptz 'epoch' + e.at * interval '1 millisecond', e.request_id, e.object_id, e.texts
  from unnest($1::text[], $2::bigint[], $3::uuid[], $4::uuid[], $5::jsonb[]) as e(client_id, at, request_id, object_id, texts)
  join developer_client using (client_id)
  on conflict do nothing
`,
);

/** Stores the exchanges of a batch, except those of ended clients and of customers whose exchanges were deleted in the meantime. */
export const storeExchanges = statement<
  never,
  [
    clientIds: string[],
    at: number[],
    requestIds: string[],
    psuIds: (string | null)[],
    methods: string[],
    paths: string[],
    texts: (string | null)[],
    requestBodies: (string | null)[],
    requestBytes: (number | null)[],
    responseBodies: (string | null)[],
    responseBytes: (number | null)[],
  ]
>(
  'requests.store-exchanges',
  /* sql */ `
  insert into request_exchange
    (client_id, at, request_id, psu_id, method, path, texts, request_body, request_bytes, response_body, response_bytes)
  select e.client_id, t.at, e.request_id, e.psu_id, e.method, e.path, e.texts, e.request_body, e.request_bytes, e.response_body, e.response_bytes
  from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::text[], $9::bigint[], $10::text[], $11::bigint[])
    as e(client_id, at, request_id, psu_id, method, path, texts, request_body, request_bytes, response_body, response_bytes)
  join developer_client c on c.client_id = e.client_id and c.ended_at is null
  cross join lateral (select timestamptz 'epoch' + e.at * interval '1 millisecond' as at) t
  where not exists (
    select from forgotten_exchange f where f.whose in ('', coalesce(e.psu_id, c.developer_id::text)) and f.until >= t.at
  )
  on conflict do nothing
`,
);

/** A request of the log whose bodies are kept. */
export interface ExchangeHead {
  readonly entryId: string;
  readonly clientId: string;
  readonly at: Date;
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  /** As it was sent, such as `POST`. */
  readonly method: string;
  /** Path and query. `…` stands in place of what is not kept. */
  readonly path: string;
}

export interface RecordedExchangeRow extends ExchangeHead {
  readonly requestBody: string | null;
  readonly requestBytes: number | null;
  readonly responseBody: string | null;
  readonly responseBytes: number | null;
}

/** The exchange of one request of a developer's clients, by the request's number in the log. */
export const findExchange = statement<RecordedExchangeRow, [developerId: string, entryId: string, after: Date]>(
  'requests.exchange',
  /* sql */ `
  select r.entry_id::text as "entryId", r.client_id as "clientId", r.at, r.request_id as "requestId", r.operation, r.status, x.method, x.path,
    x.request_body as "requestBody", x.request_bytes::float8 as "requestBytes",
    x.response_body as "responseBody", x.response_bytes::float8 as "responseBytes"
  from developer_client c
  join request_exchange x on x.client_id = c.client_id and x.at > $3
  join request r on r.client_id = x.client_id and r.at = x.at and r.request_id = x.request_id
  where c.developer_id = $1 and r.entry_id = $2::bigint
`,
);

/** Deletes the exchanges of these customers, and those of the developer's clients that belong to no known customer. */
export const deleteExchangesOfCustomers = statement<never, [psuIds: readonly string[], developerId: string]>(
  'requests.delete-exchanges-of-customers',
  /* sql */ `
  with now_forgotten as (
    insert into forgotten_exchange (whose, until) select whose, now() from unnest($1::text[] || $2::text) whose order by 1
    on conflict (whose) do update set until = excluded.until
  ), of_no_customer as (
    delete from request_exchange x using developer_client c
    where c.developer_id = $2::uuid and x.client_id = c.client_id and x.psu_id is null
  )
  delete from request_exchange where psu_id = any($1)
`,
);

export const noteAllForgotten = statement<never, [until: Date]>(
  'requests.forget-all-exchanges',
  "insert into forgotten_exchange (whose, until) values ('', $1) on conflict (whose) do update set until = excluded.until",
);

export const purgeDetails = statement<Purged, [before: Date]>('requests.purge-details', purging('request_detail', 'at', 'at < $1'));

export const purgeExchanges = statement<Purged, [before: Date]>('requests.purge-exchanges', purging('request_exchange', 'at', 'at < $1'));

export const purgeForgotten = statement<Purged, [before: Date]>(
  'requests.purge-forgotten',
  purging('forgotten_exchange', 'until', 'until < $1'),
);

/**
 * The next hundred clients, in the order of their ids. `upTo` is the time of the newest exchange that exceeds the `max` newest ones of a
 * client; null: none does.
 */
export const findOverfullExchanges = statement<{ clientId: string; upTo: Date | null }, [after: string, max: number]>(
  'requests.overfull-exchanges',
  /* sql */ `
  select c.client_id as "clientId", (
    select x.at from request_exchange x where x.client_id = c.client_id order by x.at desc, x.request_id desc offset $2 limit 1
  ) as "upTo"
  from developer_client c where c.client_id > $1 order by c.client_id limit 100
`,
);

export const trimExchanges = statement<never, [clientId: string, upTo: Date]>(
  'requests.trim-exchanges',
  'delete from request_exchange where client_id = $1 and at <= $2',
);
