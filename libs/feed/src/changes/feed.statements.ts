import { statement } from '@open-banking/database';

/** How far a source is taken. */
export interface FeedSourceRow {
  /** Decimal digits; -1 where no step is taken. */
  readonly position: string;
  readonly changedAt: string;
  readonly faultPosition: string | null;
  readonly faultField: string | null;
  readonly faultReason: string | null;
}

const columns = `position::text, to_json(changed_at)#>>'{}' as "changedAt", fault_position::text as "faultPosition", fault_field as "faultField", fault_reason as "faultReason"`;

/** Makes a source known; the first time that something comes from it. */
export const addSource = statement<never, [source: string, now: Date]>(
  'feed.add-source',
  /* sql */ `
  insert into feed_source (source, position, changed_at) values ($1, -1, $2) on conflict do nothing
`,
);

/** Holds a source until the transaction ends: two senders of one source follow each other. */
export const lockSource = statement<FeedSourceRow, [source: string]>(
  'feed.lock-source',
  /* sql */ `
  select ${columns} from feed_source where source = $1 for no key update
`,
);

/** The log that a source is followed in, and how far it is taken; held until the transaction ends. */
export const lockCoreLog = statement<
  { readonly position: string; readonly system: string | null; readonly timeline: number | null },
  [source: string]
>(
  'feed.lock-core-log',
  /* sql */ `
  select position::text, core_system::text as system, core_timeline::float8 as timeline from feed_source where source = $1 for no key update
`,
);

export const setCoreLog = statement<never, [source: string, system: string, timeline: number]>(
  'feed.set-core-log',
  /* sql */ `
  update feed_source set core_system = $2::numeric, core_timeline = $3::bigint where source = $1
`,
);

/** Notes how far a source is taken. What stopped it before is over. */
export const takeTo = statement<never, [source: string, position: string, now: Date]>(
  'feed.take',
  /* sql */ `
  update feed_source set position = $2, changed_at = $3, fault_position = null, fault_line = null, fault_field = null, fault_reason = null, faulty_since = null
  where source = $1
`,
);

/** Notes what stops a source; since when stays, where it is the same step again. */
export const stopAt = statement<
  never,
  [source: string, position: string, line: string | null, field: string | null, reason: string, now: Date]
>(
  'feed.stop',
  /* sql */ `
  update feed_source
  set faulty_since = case when fault_position = $2 then faulty_since else $6 end, fault_position = $2, fault_line = $3, fault_field = $4, fault_reason = $5
  where source = $1
`,
);

export const setAside = statement<
  never,
  [source: string, position: string, line: string | null, field: string | null, reason: string, now: Date, by: string | null]
>(
  'feed.set-aside',
  /* sql */ `
  insert into feed_set_aside (source, position, line, field, reason, set_aside_at, set_aside_by) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (source, position) do nothing
`,
);

/** Passes over the step that stops a source. No row: nothing stops it there. */
export const skipFault = statement<{ position: string }, [source: string, position: string, now: Date, by: string]>(
  'feed.skip',
  /* sql */ `
  with passed as (
    update feed_source set position = fault_position, changed_at = $3, fault_position = null, fault_line = null, fault_field = null, fault_reason = null, faulty_since = null
    from (select fault_line as line, fault_field as field, fault_reason as reason from feed_source where source = $1 for no key update) as before
    where source = $1 and fault_position = $2::numeric
    returning source, feed_source.position, before.line, before.field, before.reason
  )
  insert into feed_set_aside (source, position, line, field, reason, set_aside_at, set_aside_by)
  select source, position, line, field, reason, $3, $4 from passed
  returning position::text
`,
);

/** All sources, by name. There are a few. */
export const sources = statement<
  FeedSourceRow & { readonly source: string; readonly faultySince: string | null; readonly setAside: number }
>(
  'feed.sources',
  /* sql */ `
  select source, ${columns}, to_json(faulty_since)#>>'{}' as "faultySince",
    (select count(*)::int from feed_set_aside a where a.source = s.source) as "setAside"
  from feed_source s
  where source > ''
  order by source
`,
);

/** For the rest of the transaction: proofs of some resources find their rows by index, also in tables that have no statistics yet. */
export const readByIndex = statement<never>(
  'feed.read-by-index',
  /* sql */ `
  select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1', true)
`,
);
