import { arrivalQueries } from './arrival-order.js';
import { copyRows } from './load-merge.js';
import { descriptionOf, type LineDescription, type LoadFormat } from './load-format.js';
import { LoadErrors, LoadRows } from './load-rows.js';
import { LoadSession } from './load-session.js';
import { LoadSource } from './load-source.js';

/** A row of a snapshot that is not as it is in the database. */
export interface RowDifference {
  /** The type of its line. */
  readonly type: string;
  /** The fields that name it. */
  readonly key: Readonly<Record<string, string>>;
  /** `missing`: it is in the snapshot alone; `extra`: in the database alone. */
  readonly kind: 'missing' | 'extra' | 'different';
  /** The fields that differ, as texts; null where a field has no value. Of secrets the fact alone. */
  readonly fields: readonly { readonly name: string; readonly snapshot?: string | null; readonly here?: string | null }[];
}

const batchLines = 50_000;
const secrets: readonly string[] = ['passwordHash'];

type Compared = LineDescription & { readonly type: string; readonly key: readonly string[]; readonly own: readonly string[] };

/**
 * Compares a snapshot, a load file, with a database, as the owner of the database, and tells the rows that differ by their keys. Only lines
 * of types with a key are compared, and of types that the snapshot has a line of; entries show in the sums beside them. Fields that the bank
 * keeps by itself (`LoadLine`, `own`) are not compared. Returns how many rows of each type were read.
 */
export async function compareFile(
  path: string,
  format: LoadFormat,
  databaseUrl: string,
  onDifference: (difference: RowDifference) => void,
): Promise<ReadonlyMap<string, number>> {
  const source = await LoadSource.open(path);
  const session = await LoadSession.connect(databaseUrl, source.name, false);
  try {
    await session.client.query('begin isolation level repeatable read');
    const counts = await stage(session, source, format);
    for (const [type] of counts) {
      const { key = [], own, ...description } = descriptionOf(format[type]!);
      const arrivals = arrivalQueries(description);
      if (arrivals) await session.client.query(arrivals.rename(`snapshot_${description.table}`));
      if (own !== 'rows') await differences({ ...description, type, key, own }, session, onDifference);
    }
    await session.client.query('rollback');
    return counts;
  } finally {
    await session.close();
    await source.close();
  }
}

async function stage({ client }: LoadSession, source: LoadSource, format: LoadFormat): Promise<Map<string, number>> {
  const rows = new LoadRows(source.name, format);
  const counts = new Map<string, number>();
  let number = 0;
  const write = async (): Promise<void> => {
    for (const { type, table, columns, key, rows: taken, lines } of rows.take().pieces) {
      if (!key) continue;
      const listed = columns.map((column) => `"${column}"`).join(', ');
      if (!counts.has(type))
        await client.query(
          `create temp table "snapshot_${table}" on commit drop as select 0 as row, ${listed} from "${table}" with no data`,
        );
      counts.set(type, (counts.get(type) ?? 0) + lines.length);
      await copyRows(client, `copy "snapshot_${table}" ("row", ${listed}) from stdin`, taken);
      taken.release();
    }
  };
  for await (const block of source.blocks()) {
    for (let start = 0; start < block.length; start = rows.end + 1) {
      const read = rows.read(block, start, (number += 1));
      if (read?.batch.key) rows.keep(read);
    }
    if (rows.count >= batchLines) await write();
  }
  if (rows.errors.length > 0) throw rows.errors.length === 1 ? rows.errors[0]! : new LoadErrors(rows.errors);
  await write();
  return counts;
}

async function differences(
  { type, table, fields, key, own }: Compared,
  { client }: LoadSession,
  onDifference: (difference: RowDifference) => void,
): Promise<void> {
  const isKey = (name: string): boolean => key.includes(name);
  const compared = fields.filter(({ name }) => !isKey(name) && !own.includes(name));
  const keys = fields.filter(({ name }) => isKey(name));
  const pair = (of: string, { column }: { readonly column: string }): string => `${of}."${column}"`;
  const differ = compared.map((field) => `${pair('s', field)} is distinct from ${pair('t', field)}`).join(' or ') || 'false';
  await client.query(`analyze "snapshot_${table}"`);
  await client.query(`
    declare difference cursor for
    select ${keys.map((field, n) => `coalesce(${pair('s', field)}, ${pair('t', field)})::text as k${n}`).join(', ')},
      s."${keys[0]!.column}" is null as extra, t."${keys[0]!.column}" is null as missing
      ${compared.map((field, n) => `, ${pair('s', field)}::text as s${n}, ${pair('t', field)}::text as t${n}, ${pair('s', field)} is distinct from ${pair('t', field)} as d${n}`).join('')}
    from "snapshot_${table}" s full join "${table}" t on ${keys.map((field) => `${pair('s', field)} = ${pair('t', field)}`).join(' and ')}
    where s."${keys[0]!.column}" is null or t."${keys[0]!.column}" is null or ${differ}
    order by 1`);
  for (;;) {
    const { rows } = await client.query<Record<string, string | boolean | null>>('fetch 1000 from difference');
    for (const row of rows) {
      const kind = row['extra'] ? 'extra' : row['missing'] ? 'missing' : 'different';
      const values = compared.flatMap(({ name }, n) => {
        if (kind !== 'different' || row[`d${n}`] !== true) return [];
        return [secrets.includes(name) ? { name } : { name, snapshot: row[`s${n}`] as string | null, here: row[`t${n}`] as string | null }];
      });
      onDifference({ type, key: Object.fromEntries(keys.map(({ name }, n) => [name, String(row[`k${n}`])])), kind, fields: values });
    }
    if (rows.length === 0) break;
  }
  await client.query('close difference');
}
