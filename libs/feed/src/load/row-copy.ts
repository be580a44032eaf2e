import type pg from 'pg';
import { DatabaseClient, serversOf, withoutTimeLimits } from '@open-banking/database';
import { descriptionOf, type LoadFormat } from './load-format.js';
import { loadKinds } from './load-kinds.js';
import { copyText } from './load-merge.js';

/** What is sent at once, and how much may wait before whoever makes the rows must wait too; in characters. */
const batchLength = 1 << 20;
const maxWaiting = 8 << 20;

interface Cell {
  readonly name: string;
  readonly optional: boolean;
  readonly encode: (value: unknown) => string | undefined;
}

interface Table {
  readonly copy: string;
  readonly cells: readonly Cell[];
  rows: string[];
}

export interface CopyCommit {
  readonly analyzed?: boolean;
  /** Throws where the rows must not count. Runs in their transaction. */
  readonly prove?: (client: pg.ClientBase) => Promise<void>;
}

/**
 * Copies rows that a program makes into a database, in one transaction. They pass no file, and of a line's checks only that of the kind of each
 * field, as their maker knows the format; constraints of the tables hold as ever. Rows that are there already are refused, not changed.
 */
export class RowCopy {
  readonly #tables = new Map<string, Table>();
  #waiting = 0;
  #sending: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #isEnded = false;

  private constructor(
    private readonly client: pg.ClientBase,
    private readonly format: LoadFormat,
    /** Ends the use of the connection, once; with `undone` what was not committed is lost. */
    private readonly release: (undone: boolean) => Promise<void>,
  ) {
    for (const [type, line] of Object.entries(format)) {
      const { table, fields } = descriptionOf(line);
      this.#tables.set(type, {
        copy: `copy "${table}" (${fields.map(({ column }) => `"${column}"`).join(', ')}) from stdin`,
        cells: fields.map(({ name, optional, kind }) => ({ name, optional, encode: loadKinds[kind].encode })),
        rows: [],
      });
    }
  }

  /** Connects as the owner of the database and begins the transaction. */
  static async begin(format: LoadFormat, databaseUrl: string): Promise<RowCopy> {
    const client = new DatabaseClient({ ...serversOf(databaseUrl), ...withoutTimeLimits, connectionTimeoutMillis: 5_000 });
    // A server lost between two queries is reported by the next one; without a listener it would end the process.
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin');
    return new RowCopy(client, format, () => client.end());
  }

  /** Begins the transaction on a connection of a service's pool, whose login may have changed since the service began. */
  static async beginInPool(format: LoadFormat, pool: pg.Pool): Promise<RowCopy> {
    const client = await pool.connect();
    try {
      await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0');
    } catch (error) {
      client.release(true);
      throw error;
    }
    return new RowCopy(client, format, async (undone) => {
      client.release(undone);
    });
  }

  /** Takes a row. Throws where the format has no such type, or where a field is missing or of another kind. */
  add(type: string, fields: Readonly<Record<string, unknown>>): void {
    const table = this.#tables.get(type);
    if (!table) throw new Error(`${type} is no type of this format`);
    const row = table.cells.map((cell) => cellText(cell, type, fields)).join('\t');
    table.rows.push(row);
    this.#waiting += row.length;
  }

  /** Sends what waits beside the making of more rows; resolves at once unless too much waits. */
  async ready(): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    if (this.#waiting < batchLength) return;
    if (this.#sending && this.#waiting < maxWaiting) return;
    await this.#sending;
    this.#sending = this.#send()
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#sending = undefined;
      });
  }

  /**
   * Sends the rest and ends the transaction; then the planner gets its statistics: its first plans would be made for empty tables. `analyzed: false`:
   * the tables have statistics, and this is not their owner.
   */
  async commit({ analyzed = true, prove }: CopyCommit = {}): Promise<void> {
    let undone = true;
    try {
      await this.#sending;
      if (this.#failure) throw this.#failure.error;
      await this.#send();
      if (prove) {
        // What is asked by resource has an index; the tables may have no statistics of these rows yet.
        await this.client.query('set local enable_seqscan = off');
        await prove(this.client);
      }
      await this.client.query('commit');
      undone = false;
      if (!analyzed) return;
      // A tenth of the usual sample: for the demo bank 0.5 s of processor time in place of 5. Autovacuum takes the usual one when rows change.
      await this.client.query('set default_statistics_target = 10');
      const tables = new Set(Object.values(this.format).map((line) => `"${descriptionOf(line).table}"`));
      await this.client.query(`analyze ${[...tables].join(', ')}`);
    } finally {
      await this.#end(undone);
    }
  }

  /** Ends the connection: what was not committed is undone. After `commit`, also one that failed, there is nothing to end. */
  async abandon(): Promise<void> {
    await this.#end(true);
  }

  async #end(undone: boolean): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    await this.release(undone);
  }

  /** In the order of the format: what others refer to first. */
  async #send(): Promise<void> {
    const full = [...this.#tables.values()]
      .filter(({ rows }) => rows.length > 0)
      .map((table) => ({ table, copy: table.copy, rows: table.rows }));
    for (const { table } of full) table.rows = [];
    this.#waiting = 0;
    for (const { copy, rows } of full) await copyText(this.client, copy, rows);
  }
}

function cellText({ name, optional, encode }: Cell, type: string, fields: Readonly<Record<string, unknown>>): string {
  const value = fields[name];
  const absent = value === undefined || value === null;
  if (absent && optional) return '\\N';
  const text = absent ? undefined : encode(value);
  if (text === undefined) throw new Error(`${type}.${name} ${absent ? 'is missing' : 'is of another kind'}: ${JSON.stringify(fields)}`);
  return text;
}
