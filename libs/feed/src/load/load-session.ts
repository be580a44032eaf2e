import { DatabaseClient, serversOf, withoutTimeLimits, rowError } from '@open-banking/database';
import type pg from 'pg';
import type { ArrivalQueries, LastPlace } from './arrival-order.js';
import { copyRows, mergeBatch, RowRefused } from './load-merge.js';
import { LoadError, LoadErrors, type Batch, type TakenRows } from './load-rows.js';
import type { LoadPosition } from './load-source.js';

/** How long a batch that was begun before the one before it has ended waits for a lock: they may wait for each other. */
const shortLockTimeoutMs = 2_000;

/** Of a table whose rows are booked as they arrive, in one transaction. */
interface TableArrivals {
  /** The resources that were looked up. */
  readonly known: Set<string>;
  /** The last row of each before this transaction, where it had one. */
  readonly last: Map<string, LastPlace>;
  /** The resources for which rows arrived late. */
  readonly late: Set<string>;
}

/** One connection of a load, as the owner of the database: a transaction at a time. */
export class LoadSession {
  #isOpen = false;
  #arrivals = new Map<string, TableArrivals>();

  private constructor(
    readonly client: pg.Client,
    private readonly file: string,
    private readonly byResource: boolean,
  ) {}

  static async connect(databaseUrl: string, file: string, byResource: boolean): Promise<LoadSession> {
    const client = new DatabaseClient({ ...serversOf(databaseUrl), ...withoutTimeLimits, connectionTimeoutMillis: 5_000 });
    // A server lost between two queries is told by the next one; without a listener it would end the process.
    client.on('error', () => undefined);
    await client.connect();
    return new LoadSession(client, file, byResource);
  }

  async begin(givesUpSoon: boolean): Promise<void> {
    // Proofs sort the entries of a batch. Tables that were empty a moment ago have no statistics: what is asked by resource has an index. Its
    // rows were written a moment ago and are in memory: read in the order of the index, they need not be sorted.
    await this.client.query(
      `begin; set local work_mem = '64MB'; set local lock_timeout = ${givesUpSoon ? shortLockTimeoutMs : 0}; ${this.byResource ? 'set local enable_seqscan = off; set local random_page_cost = 1' : ''}`,
    );
    this.#isOpen = true;
    this.#arrivals = new Map();
  }

  async send({ pieces, resources }: TakenRows): Promise<void> {
    for (const piece of pieces) {
      await this.#refuseMisfits(piece);
      try {
        const arrived = piece.arrivals && (await this.#arrived(piece.table, piece.arrivals, resources));
        if (piece.key || arrived?.last.size) await this.#merge(piece, arrived);
        else await copyRows(this.client, piece.copy, piece.rows);
      } catch (error) {
        throw asLoadError(error, piece, this.file);
      }
    }
  }

  async #merge(piece: Batch, arrived: TableArrivals | undefined): Promise<void> {
    const places = [...(arrived?.last.values() ?? [])];
    for (const id of await mergeBatch(piece, this.client, this.file, places)) arrived?.late.add(id);
    if (!piece.arrivals?.resum || !arrived?.late.size) return;
    await this.client.query(piece.arrivals.resum, [JSON.stringify(places.filter(({ resource }) => arrived.late.has(resource)))]);
  }

  /** What is known of a table once these resources are locked. */
  async #arrived(table: string, { lock, last }: ArrivalQueries, resources: ReadonlySet<string>): Promise<TableArrivals> {
    const arrived = this.#arrivals.get(table) ?? { known: new Set(), last: new Map(), late: new Set() };
    this.#arrivals.set(table, arrived);
    const unknown = [...resources].map((id) => id.toLowerCase()).filter((id) => !arrived.known.has(id));
    if (unknown.length === 0) return arrived;
    await this.client.query(lock, [unknown]);
    const { rows } = await this.client.query<LastPlace>(last, [unknown, 'infinity']);
    for (const id of unknown) arrived.known.add(id);
    for (const place of rows) arrived.last.set(place.resource, place);
    return arrived;
  }

  /** Before the rows are sent: what the database itself refuses of them has no field. */
  async #refuseMisfits({ amounts }: Batch): Promise<void> {
    const misfits = await amounts.misfits(
      async ({ currencies }, keys) => (await this.client.query<{ key: string; currency: string }>(currencies.text, [keys])).rows,
    );
    if (misfits.length === 0) return;
    const errors = misfits.map(({ line, field, reason }) => new LoadError(this.file, line, field, reason));
    throw errors.length === 1 ? errors[0]! : new LoadErrors(errors);
  }

  async commit(): Promise<void> {
    await this.client.query('commit');
    this.#isOpen = false;
  }

  async rollback(): Promise<void> {
    if (this.#isOpen) await this.client.query('rollback');
    this.#isOpen = false;
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}

/** Where the load of a file that begins like this was interrupted. */
export async function savedPosition(client: pg.Client, head: Buffer): Promise<LoadPosition | undefined> {
  const { rows } = await client.query<{ bytes: string; lines: string; sha256: Buffer }>(
    'select taken_bytes as bytes, taken_lines as lines, taken_sha256 as sha256 from load_position where head_sha256 = $1',
    [head],
  );
  return rows[0] && { bytes: Number(rows[0].bytes), lines: Number(rows[0].lines), sha256: rows[0].sha256 };
}

/** Notes in the transaction of a batch how far the file is taken; nothing when it is at its end. */
export async function savePosition(client: pg.Client, head: Buffer, from: LoadPosition, to: LoadPosition | undefined): Promise<void> {
  const isFirst = from.lines === 0;
  if (isFirst && !to) return;
  const values = to && [head, to.bytes, to.lines, to.sha256];
  const { rowCount } = !values
    ? await client.query('delete from load_position where head_sha256 = $1 and taken_lines = $2', [head, from.lines])
    : isFirst
      ? await client.query(
          'insert into load_position (head_sha256, taken_bytes, taken_lines, taken_sha256) values ($1, $2, $3, $4) on conflict do nothing',
          values,
        )
      : await client.query(
          'update load_position set taken_bytes = $2, taken_lines = $3, taken_sha256 = $4, changed_at = now() where head_sha256 = $1 and taken_lines = $5',
          [...values, from.lines],
        );
  if (rowCount !== 1) throw new Error('another load of this file is under way');
}

/** Forgets that a load of a file that begins like this was interrupted. */
export const forgetPosition = (client: pg.Client, head: Buffer): Promise<unknown> =>
  client.query('delete from load_position where head_sha256 = $1', [head]);

/** PostgreSQL names the line of the COPY; a missing reference only its key. Both lead back to the file's line. */
function asLoadError(error: unknown, batch: Batch, file: string): unknown {
  if (error instanceof RowRefused)
    return new LoadError(file, batch.lines[error.index]!, fieldOf(error.cause, keyIn(error.cause)), databaseReason(error.cause));
  const refused = rowError(error);
  if (!refused) return error;
  const key = keyIn(refused);
  // A trigger's own lines ("PL/pgSQL function f() line 3") stand before that of the COPY.
  const place = /^COPY .*, line (\d+)/m.exec(refused.where ?? '')?.[1];
  const index = place === undefined ? rowWith(key, batch) : Number(place) - 1;
  return new LoadError(file, batch.lines[index] ?? batch.lines[0]!, fieldOf(refused, key), databaseReason(refused));
}

const keyIn = ({ detail }: pg.DatabaseError): RegExpExecArray | null => /^Key \(([^)]*)\)=\(([^)]*)\)/.exec(detail ?? '');

const fieldOf = ({ column, where = '' }: pg.DatabaseError, key: RegExpExecArray | null): string | undefined =>
  column ?? key?.[1] ?? /column (\w+)/.exec(where)?.[1];

function databaseReason({ code, detail, message }: pg.DatabaseError): string {
  if (code === '23505') return `is there already (${detail ?? message})`;
  return code === '23503' && detail ? detail : message;
}

function rowWith(key: RegExpExecArray | null, { rows, columns }: Batch): number {
  if (!key) return 0;
  const places = key[1]!.split(', ').map((name) => columns.indexOf(name.replaceAll('"', '')));
  const values = key[2]!.split(', ');
  return rows.text().findIndex((row) => places.every((place, index) => comparable(row.split('\t')[place]) === values[index]));
}

/** PostgreSQL writes UUIDs in lower case, a file in either (RFC 9562 §4). */
const comparable = (text: string | undefined): string | undefined =>
  text !== undefined && /^[0-9A-F-]{36}$/i.test(text) ? text.toLowerCase() : text;
