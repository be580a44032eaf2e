import pg from 'pg';
import { DatabaseClient, serversOf, withoutTimeLimits } from './database-client.js';
import { copyRows, mergeBatch, RowRefused } from './load-merge.js';
import { LoadError, LoadErrors, type Batch } from './load-rows.js';
import type { LoadPosition } from './load-source.js';

/** How long a batch that was begun before the one before it has ended waits for a lock: they may wait for each other. */
const impatientMs = 2_000;

/** One connection of a load, as the owner of the database: a transaction at a time. */
export class LoadSession {
  #isOpen = false;

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

  async begin(impatient: boolean): Promise<void> {
    // Proofs sort the entries of a batch. Tables that were empty a moment ago have no statistics: what is asked by resource has an index. Its
    // rows were written a moment ago and are in memory: read in the order of the index, they need not be sorted.
    await this.client.query(
      `begin; set local work_mem = '64MB'; set local lock_timeout = ${impatient ? impatientMs : 0}; ${this.byResource ? 'set local enable_seqscan = off; set local random_page_cost = 1' : ''}`,
    );
    this.#isOpen = true;
  }

  async send(pieces: readonly Batch[]): Promise<void> {
    for (const piece of pieces) {
      await this.#refuseMisfits(piece);
      try {
        if (piece.key) await mergeBatch(piece, piece.key, this.client, this.file);
        else await copyRows(this.client, piece.copy, piece.rows);
      } catch (error) {
        throw asLoadError(error, piece, this.file);
      }
    }
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
    return new LoadError(file, batch.lines[error.index]!, fieldOf(error.cause, keyIn(error.cause)), reasonOf(error.cause));
  // Classes 22 and 23 are about a row. Everything else (a lock, a deadlock, a full disk) is about none.
  if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) return error;
  const key = keyIn(error);
  const place = /line (\d+)/.exec(error.where ?? '')?.[1];
  const index = place === undefined ? rowWith(key, batch) : Number(place) - 1;
  return new LoadError(file, batch.lines[index] ?? batch.lines[0]!, fieldOf(error, key), reasonOf(error));
}

const keyIn = ({ detail }: pg.DatabaseError): RegExpExecArray | null => /^Key \(([^)]*)\)=\(([^)]*)\)/.exec(detail ?? '');

const fieldOf = ({ column, where = '' }: pg.DatabaseError, key: RegExpExecArray | null): string | undefined =>
  column ?? key?.[1] ?? /column (\w+)/.exec(where)?.[1];

function reasonOf({ code, detail, message }: pg.DatabaseError): string {
  if (code === '23505') return `is there already (${detail ?? message})`;
  return code === '23503' && detail ? detail : message;
}

function rowWith(key: RegExpExecArray | null, { rows, columns }: Batch): number {
  if (!key) return 0;
  const places = key[1]!.split(', ').map((name) => columns.indexOf(name.replaceAll('"', '')));
  const values = key[2]!.split(', ');
  return rows.text().findIndex((row) => places.every((place, index) => row.split('\t')[place] === values[index]));
}
