import { purgeBatch, statement } from '@open-banking/database';

/** Locks the process until the transaction ends; one that was not heard of before begins here. */
export const lockProcess = statement<{ nextNumber: number; heardAt: Date }, [processId: string, service: string]>(
  'receipts.lock-process',
  /* sql */ `
  insert into receipt_process (process_id, service) values ($1, $2)
  on conflict (process_id) do update set service = excluded.service
  returning next_number::float8 as "nextNumber", heard_at as "heardAt"
`,
);

export const keepProcess = statement<never, [processId: string, nextNumber: number, reservedTo: number, open: boolean]>(
  'receipts.keep-process',
  /* sql */ `
  update receipt_process set next_number = $2, reserved_to = $3, open = $4, heard_at = clock_timestamp() where process_id = $1
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

/** Locks the tree of a day until the transaction ends. */
export const lockDay = statement<DayRow, [day: string]>(
  'receipts.lock-day',
  /* sql */ `
  insert into receipt_day (day) values ($1) on conflict (day) do update set day = excluded.day
  returning day::text, size::float8, peaks
`,
);

export const growDay = statement<never, [day: string, size: number, peaks: Buffer]>(
  'receipts.grow-day',
  /* sql */ `
  update receipt_day set size = $2, peaks = $3 where day = $1
`,
);

export const insertLeaves = statement<
  never,
  [day: string, from: number, leaves: string[], hashes: Buffer[], psuIds: (string | null)[], openings: (string | null)[]]
>(
  'receipts.insert-leaves',
  /* sql */ `
  insert into receipt (day, leaf_index, leaf, leaf_hash, psu_id, opening)
  select $1::date, $2::bigint + place - 1, leaf, hash, psu_id, opening
  from unnest($3::text[], $4::bytea[], $5::uuid[], $6::text[]) with ordinality as made (leaf, hash, psu_id, opening, place)
`,
);

export const insertNodes = statement<never, [day: string, levels: number[], positions: number[], hashes: Buffer[]]>(
  'receipts.insert-nodes',
  /* sql */ `
  insert into receipt_node (day, level, position, hash) select $1::date, * from unnest($2::smallint[], $3::bigint[], $4::bytea[])
`,
);

/** At most 256 leaves of a day, in their order. */
export const leafHashes = statement<{ hash: Buffer }, [day: string, from: number]>(
  'receipts.leaf-hashes',
  /* sql */ `
  select leaf_hash as hash from receipt where day = $1 and leaf_index >= $2::bigint and leaf_index < $2::bigint + 256 order by leaf_index
`,
);

/** At most 256 complete subtrees of a level, in their order. */
export const nodeHashes = statement<{ hash: Buffer }, [day: string, level: number, from: number]>(
  'receipts.node-hashes',
  /* sql */ `
  select hash from receipt_node where day = $1 and level = $2 and position >= $3::bigint and position < $3::bigint + 256 order by position
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

/** A batch; one row of each that was erased. */
export const eraseOpenings = statement<{ erased: true }, [psuId: string]>(
  'receipts.erase-openings',
  /* sql */ `
  update receipt r set psu_id = null, opening = null
  from (select day, leaf_index from receipt where psu_id = $1 order by day, leaf_index limit ${purgeBatch}) chosen
  where r.day = chosen.day and r.leaf_index = chosen.leaf_index
  returning true as erased
`,
);
