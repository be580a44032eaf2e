import { finished } from 'node:stream/promises';
import { rowError } from '@open-banking/database';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ArrivalQueries, LastPlace } from './arrival-order.js';
import { LoadError, type Batch } from './load-rows.js';
import type { RowBuffer } from './row-buffer.js';

/** The row of a batch that the database refused, and why. */
export class RowRefused extends Error {
  constructor(
    readonly index: number,
    override readonly cause: pg.DatabaseError,
  ) {
    super(cause.message);
  }
}

export async function copyText(client: pg.ClientBase, copy: string, rows: readonly string[]): Promise<void> {
  const stream = client.query(copyFrom(copy));
  stream.end(`${rows.join('\n')}\n`);
  await finished(stream);
}

/** The same of rows as bytes. */
export async function copyRows(client: pg.Client, copy: string, rows: RowBuffer): Promise<void> {
  const stream = client.query(copyFrom(copy));
  for (const part of rows.parts) stream.write(part);
  stream.end();
  await finished(stream);
}

const quoted = (names: readonly string[], of = ''): string => names.map((name) => `${of}"${name}"`).join(', ');

/**
 * Adds the rows of a batch to its table by way of a temporary one, and changes those that are there by their key, where they have one. Rows
 * that come after `places` in time and before them in order are booked after them. Returns the resources of those rows.
 */
export async function mergeBatch(batch: Batch, client: pg.Client, file: string, places: readonly LastPlace[] = []): Promise<string[]> {
  const { table, columns, key = [], fixed, kept, lines } = batch;
  const stage = `load_${table}`;
  await stageRows(stage, batch, client);
  const late = places.length > 0 && batch.arrivals ? await placeRows(stage, batch.arrivals, client, places) : [];
  if (key.length > 0)
    await refuseTwice(stage, key, client, (index) => new LoadError(file, lines[index]!, undefined, 'is in the file twice'));
  await refuseFixed(
    stage,
    { table, key, fixed },
    client,
    (index, column) => new LoadError(file, lines[index]!, column, 'of an existing row cannot be changed'),
  );
  const changed = columns.filter((column) => !key.includes(column) && !fixed.includes(column));
  const newValue = (column: string): string =>
    `"${column}" = ${kept.includes(column) ? `coalesce(excluded."${column}", t."${column}")` : `excluded."${column}"`}`;
  const change = changed.length === 0 ? 'nothing' : `update set ${changed.map(newValue).join(', ')}`;
  const merge = (where: string): string => `
    insert into "${table}" as t (${quoted(columns)}) select ${quoted(columns)} from "${stage}" ${where} order by row
    ${key.length > 0 ? `on conflict (${quoted(key)}) do ${change}` : ''}`;
  await client.query('savepoint batch');
  try {
    await client.query(merge(''));
  } catch (error) {
    if (!rowError(error)) throw error;
    await client.query('rollback to savepoint batch');
    // A statement does not say which of its rows was refused: one after the other, the first that is refused again is it.
    for (let index = 0; index < lines.length; index += 1) {
      await client.query(merge('where row = $1'), [index]).catch((cause: unknown) => {
        const refused = rowError(cause);
        throw refused ? new RowRefused(index, refused) : cause;
      });
    }
  }
  return late;
}

/** Rows of types with a key bring their number with them. */
async function stageRows(stage: string, { table, columns, key, rows }: Batch, client: pg.Client): Promise<void> {
  const number = key ? '0 as row, ' : '';
  const numbered = key
    ? ''
    : `alter table "${stage}" add column if not exists row integer generated always as identity (minvalue 0 start 0);`;
  await client.query(
    `create temp table if not exists "${stage}" on commit drop as select ${number}${quoted(columns)} from "${table}" with no data; ${numbered} truncate "${stage}" restart identity`,
  );
  await copyRows(client, `copy "${stage}" (${key ? '"row", ' : ''}${quoted(columns)}) from stdin`, rows);
}

async function placeRows(
  stage: string,
  { resource, namedByReference, placed }: ArrivalQueries,
  client: pg.Client,
  places: readonly LastPlace[],
): Promise<string[]> {
  const sent = `select row as line, "${resource}" as resource, booking_date as day, entry_reference as reference from "${stage}"`;
  const named = namedByReference ? ', transaction_id = coalesce(s.transaction_id, case when p.is_new then s.entry_reference end)' : '';
  const { rows } = await client.query<{ resource: string }>(
    `with ${placed(sent, '$1')}
    update "${stage}" s set booking_date = p.booked_on, entry_reference = p.booked_reference${named} from placed p where s.row = p.line
    returning s."${resource}" as resource`,
    [JSON.stringify(places)],
  );
  return [...new Set(rows.map((row) => row.resource))];
}

async function refuseTwice(stage: string, key: readonly string[], client: pg.Client, refusal: (index: number) => LoadError): Promise<void> {
  const {
    rows: [twice],
  } = await client.query<{ row: number }>(
    `select max(row) as row from "${stage}" group by ${quoted(key)} having count(*) > 1 order by 1 limit 1`,
  );
  if (twice) throw refusal(twice.row);
}

async function refuseFixed(
  stage: string,
  { table, key, fixed }: { table: string; key: readonly string[]; fixed: readonly string[] },
  client: pg.Client,
  refusal: (index: number, column: string) => LoadError,
): Promise<void> {
  if (fixed.length === 0) return;
  const {
    rows: [other],
  } = await client.query<{ row: number; column: string }>(`
    select row, case ${fixed.map((column) => `when s."${column}" is distinct from t."${column}" then '${column}'`).join(' ')} end as column
    from "${stage}" s join "${table}" t using (${quoted(key)})
    where (${quoted(fixed, 's.')}) is distinct from (${quoted(fixed, 't.')}) order by row limit 1`);
  if (other) throw refusal(other.row, other.column);
}
