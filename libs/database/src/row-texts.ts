import type { Database } from './database.js';
import { statement, type Statement } from './statement.js';

// Rows whose JSON is written once, in the background, into a table of their own (docs/decisions/0061). Beside a table of texts `T` stand
// `T_due`, the queue of what may lack texts, and `T_format`, one row.

/** The state of a table of texts: the format that everything was queued for, and how far that has come. */
interface FormatRow {
  readonly format: number;
  readonly walkedTo: string | null;
}

/** What writes the texts of one table. `write` takes queued resources and writes the texts that they lack, at most `rows` of each. */
export interface RowTexts {
  readonly format: number;
  readonly waiting: Statement<FormatRow & { readonly due: boolean }, []>;
  readonly lockFormat: Statement<FormatRow, []>;
  readonly beginFormat: Statement<object, [format: number]>;
  readonly walk: Statement<object, [walkedTo: string, resources: number]>;
  readonly write: Statement<{ taken: number }, [resources: number, rows: number]>;
}

interface TextTable {
  /** The table of texts, with `…_due` and `…_format` beside it. */
  readonly table: string;
  /** The table of resources whose rows have texts, and its key, a uuid. */
  readonly of: string;
  readonly id: string;
  /** The format that this release writes and reads. */
  readonly format: number;
}

/** The statements that keep a table of texts complete; only `write` knows the table's columns. */
export const rowTexts = ({ table, of, id, format }: TextTable, write: RowTexts['write']): RowTexts => ({
  format,
  write,
  waiting: statement(
    `${table}.waiting`,
    /* sql */ `
  select format, walked_to as "walkedTo", exists (select from ${table}_due where due_id > 0) as due from ${table}_format where only_row
`,
    { polled: true },
  ),
  lockFormat: statement(
    `${table}.lock-format`,
    /* sql */ `
  select format, walked_to as "walkedTo" from ${table}_format where only_row for update skip locked
`,
  ),
  beginFormat: statement(
    `${table}.begin-format`,
    /* sql */ `
  update ${table}_format set format = $1, walked_to = '00000000-0000-0000-0000-000000000000' where only_row
`,
  ),
  walk: statement(
    `${table}.walk`,
    /* sql */ `
  with next as (
    select ${id} from ${of} where ${id} > $1::uuid order by ${id} limit $2::integer
  ), queued as (
    insert into ${table}_due (${id}, since) select ${id}, '-infinity' from next
  )
  update ${table}_format set walked_to = (select ${id} from next order by ${id} desc limit 1) where only_row
`,
  ),
});

// Each booking queues its account. What a busy account has waiting is taken at once: each time, its texts are looked for from a day on.
const lookedAt = 2_000;

/** Columns of the queue below whose least values no row lies that may lack its text. */
type Bounds = readonly ['since', ...string[]];

const ofDue = (bounds: Bounds, column: (name: string) => string): string => bounds.map(column).join(', ');

/** SQL: takes the first $1 of the queued resources out of the queue, all that is due of each: `due`, with the least of each bound. */
export const takenFrom = (table: string, id: string, bounds: Bounds = ['since']): string => /* sql */ `
  waiting as materialized (
    select due_id, ${id} from ${table}_due where due_id > 0 order by due_id limit ${lookedAt}
  ), first_waiting as (
    select ${id} from waiting group by ${id} order by min(due_id) limit $1::integer
  ), taken as (
    delete from ${table}_due where due_id = any (array(select due_id from waiting where ${id} in (select ${id} from first_waiting)))
    returning ${id}, ${ofDue(bounds, (name) => name)}
  ), due as (
    select ${id}, ${ofDue(bounds, (name) => `min(${name}) as ${name}`)} from taken group by ${id}
  )`;

/** SQL: queues again the resources of which as many texts were `written` as may be at once, $2. */
export const queuedAgain = (table: string, id: string, bounds: Bounds = ['since']): string => /* sql */ `
  again as (
    insert into ${table}_due (${id}, ${ofDue(bounds, (name) => name)})
    select ${id}, ${ofDue(bounds, (name) => name)} from due where (select count(*) from written where written.${id} = due.${id}) >= $2::integer
  )`;

// A batch takes a fifth of a second: no transaction is open for long.
const resourcesAtOnce = 10;
const rowsAtOnce = 500;

/** How often texts are written, in milliseconds: with each second look for jobs, so that a process wakes once for both. */
export const textsEveryMs = 1_800;
/** A run ends after this: at most half of one connection's time. */
const maxMs = 2_000;

/** Writes texts until none is missing, another process writes them, or its time is over. With nothing to do it is one statement. */
export async function writeTexts(database: Database, texts: RowTexts): Promise<void> {
  const { due, walkedTo, format } = (await database.row(texts.waiting))!;
  if (!due && walkedTo === null && format >= texts.format) return;
  const end = performance.now() + maxMs;
  while ((await batch(database, texts)) && performance.now() < end);
}

const batch = (database: Database, { format, lockFormat, beginFormat, walk, write }: RowTexts): Promise<boolean> =>
  database.transaction(async (tx) => {
    const found = await tx.row(lockFormat);
    if (!found) return false;
    const { taken } = (await tx.row(write, resourcesAtOnce, rowsAtOnce))!;
    if (taken > 0) return true;
    // A process of the release before leaves a newer format alone.
    if (found.format < format) await tx.rows(beginFormat, format);
    else if (found.walkedTo !== null) await tx.rows(walk, found.walkedTo, resourcesAtOnce);
    else return false;
    return true;
  });
