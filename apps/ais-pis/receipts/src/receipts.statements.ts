import { erasable } from '@open-banking/erasure';
import { statement } from '@open-banking/database';
import { erasedLogin } from '@open-banking/ais-pis-directory';

/** Where nothing was heard of a process before. */
export const beginProcess = statement<never, [processId: string, service: string]>(
  'receipts.begin-process',
  /* sql */ `
  insert into receipt_process (process_id, service) values ($1, $2) on conflict (process_id) do nothing
`,
);

/** Locks the process until the transaction ends. */
export const lockProcess = statement<{ nextNumber: number; heardAt: Date }, [processId: string]>(
  'receipts.lock-process',
  /* sql */ `
  select next_number::float8 as "nextNumber", heard_at as "heardAt" from receipt_process where process_id = $1 for update
`,
);

export const keepProcess = statement<never, [processId: string, nextNumber: number, reservedTo: number, open: boolean]>(
  'receipts.keep-process',
  /* sql */ `
  update receipt_process set next_number = $2, reserved_to = $3, open = $4, heard_at = clock_timestamp() where process_id = $1
`,
);

/** The process lives, or ends, and has no receipts to tell of. */
export const hearProcess = statement<{ nextNumber: number }, [processId: string, service: string, reservedTo: number, open: boolean]>(
  'receipts.hear-process',
  /* sql */ `
  insert into receipt_process as known (process_id, service, reserved_to, open) values ($1, $2, $3, $4)
  on conflict (process_id) do update set
    reserved_to = greatest(known.next_number, excluded.reserved_to), open = excluded.open, heard_at = clock_timestamp()
  returning next_number::float8 as "nextNumber"
`,
);

/** Whether a process was not heard of since. */
export const isAnySilent = statement<{ processId: string }, [before: Date]>(
  'receipts.is-any-silent',
  /* sql */ `
  select process_id as "processId" from receipt_process where open and heard_at < $1 order by heard_at limit 1
`,
);

/** Processes that were not heard of since; locks them until the transaction ends. */
export const silentProcesses = statement<{ processId: string; nextNumber: number; reservedTo: number; heardAt: Date }, [before: Date]>(
  'receipts.silent-processes',
  /* sql */ `
  select process_id as "processId", next_number::float8 as "nextNumber", reserved_to::float8 as "reservedTo", heard_at as "heardAt"
  from receipt_process where open and heard_at < $1 order by heard_at limit 100 for update skip locked
`,
);

export interface DayRow {
  readonly day: string;
  readonly size: number;
  readonly peaks: Buffer;
}

/** Where a day has no tree yet. */
export const beginDay = statement<never, [day: string]>(
  'receipts.begin-day',
  /* sql */ `
  insert into receipt_day (day) values ($1) on conflict (day) do nothing
`,
);

/** Locks the tree of a day until the transaction ends. */
export const lockDay = statement<DayRow, [day: string]>(
  'receipts.lock-day',
  /* sql */ `
  select day::text, size::float8, peaks from receipt_day where day = $1 for update
`,
);

/**
 * `from`: leaves before. `psuIds` is an array of PostgreSQL as text, `leaves` a leaf a line; gaps stand before them. They are the last: for
 * each value that follows a long one pg would copy it into a buffer that is half as long again.
 */
type GrowthArgs = [
  day: string,
  from: number,
  gaps: readonly string[],
  psuIds: string,
  hashes: Buffer,
  size: number,
  peaks: Buffer,
  leaves: string,
];

/**
 * All in one round trip. The texts of leaves are taken apart here: as elements of an array each quote in them would be escaped, and read again.
 * A text of somebody who was erased before it came is not stored; its hash is, as of those that are erased.
 */
export const growDay = statement<never, GrowthArgs>(
  'receipts.grow-day',
  /* sql */ `
  with gap as (
    insert into receipt_gap (day, leaf_index, leaf)
    select $1::date, $2::bigint + place - 1, leaf from unnest($3::text[]) with ordinality as lost (leaf, place)
  ), leaf as (
    insert into receipt_leaf (day, psu_id, leaf_index, leaf)
    select $1::date, psu_id, $2::bigint + cardinality($3::text[]) + place - 1, leaf
    from rows from (unnest($4::uuid[]), string_to_table($8::text, chr(10))) with ordinality as made (psu_id, leaf, place)
    where not coalesce((
      select p.login = ${erasedLogin('p')} from erased_customer e join psu p on p.psu_id = e.psu_id where e.psu_id = made.psu_id
    ), false)
  ), batch as (
    insert into receipt_batch (day, first_leaf, hashes) values ($1::date, $2::bigint, $5::bytea)
  )
  update receipt_day set size = $6, peaks = $7 where day = $1::date
`,
);

export const insertNodes = statement<never, [day: string, levels: number[], positions: number[], hashes: Buffer[]]>(
  'receipts.insert-nodes',
  /* sql */ `
  insert into receipt_node (day, level, position, hash) select $1::date, * from unnest($2::smallint[], $3::bigint[], $4::bytea[])
`,
);

/** The hashes of at most 256 leaves of a day, of those from this one on, in their order: of each batch the part that it has of them. */
export const leafHashes = statement<{ hashes: Buffer }, [day: string, from: number]>(
  'receipts.leaf-hashes',
  /* sql */ `
  select substring(
    hashes from greatest($2::bigint - first_leaf, 0)::int * 32 + 1 for ($2::bigint + 256 - greatest($2::bigint, first_leaf))::int * 32
  ) as hashes
  from receipt_batch
  where day = $1 and first_leaf < $2::bigint + 256
    and first_leaf >= (select b.first_leaf from receipt_batch b where b.day = $1 and b.first_leaf <= $2::bigint order by b.first_leaf desc limit 1)
  order by first_leaf
`,
);

/** At most 256 complete subtrees of a level, in their order. */
export const nodeHashes = statement<{ hashes: Buffer }, [day: string, level: number, from: number]>(
  'receipts.node-hashes',
  /* sql */ `
  select hash as hashes from receipt_node
  where day = $1 and level = $2 and position >= $3::bigint and position < $3::bigint + 256 order by position
`,
);

/** Days with leaves that no head covers yet. */
export const unsignedDays = statement<DayRow, [since: string]>(
  'receipts.unsigned-days',
  /* sql */ `
  select d.day::text, d.size::float8, d.peaks from receipt_day d
  where d.day >= $1::date and d.size > 0 and not exists (select from receipt_head h where h.day = d.day and h.size = d.size)
`,
);

export const readDay = statement<DayRow, [day: string]>(
  'receipts.read-day',
  /* sql */ `
  select day::text, size::float8, peaks from receipt_day where day = $1
`,
);

export interface HeadRow {
  readonly day: string;
  readonly size: number;
  readonly kid: string;
  readonly jws: string;
}

/** Does nothing where another replica has signed the same. */
export const insertHead = statement<never, [day: string, size: number, kid: string, jws: string]>(
  'receipts.insert-head',
  /* sql */ `
  insert into receipt_head (day, size, kid, jws) values ($1, $2, $3, $4) on conflict (day, size, kid) do nothing
`,
);

/** The last head of a day. */
export const lastHead = statement<HeadRow, [day: string]>(
  'receipts.last-head',
  /* sql */ `
  select day::text, size::float8, kid, jws from receipt_head where day = $1 order by size desc, signed_at desc limit 1
`,
);

/** The heads of a day, in the order of their sizes. */
export const headsOfDay = statement<HeadRow, [day: string, after: number]>(
  'receipts.heads-of-day',
  /* sql */ `
  select day::text, size::float8, kid, jws from receipt_head where day = $1 and size > $2::bigint order by size, kid limit 100
`,
);

/** The last head of each day since this one, newest first. */
export const lastHeads = statement<HeadRow, [since: string]>(
  'receipts.last-heads',
  /* sql */ `
  select h.day::text, h.size::float8, h.kid, h.jws
  from receipt_day d
  cross join lateral (select * from receipt_head h where h.day = d.day order by h.size desc, h.signed_at desc limit 1) h
  where d.day >= $1::date
  order by h.day desc
`,
);

/** The customer's leaves, of all days; a row of each that was erased. Their hashes stay. The index is searched once a day (a skip scan of PostgreSQL 18). */
export const leaves = erasable<[psuId: string], { erased: true }>(
  'receipts.erase-leaves',
  'select ctid from receipt_leaf where psu_id = $1 order by day, leaf_index',
  (batch) => `delete from receipt_leaf where ctid = any (array(${batch})) returning true as erased`,
);
