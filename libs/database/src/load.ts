import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import pg from 'pg';
import { DatabaseClient, serversOf, withoutTimeLimits } from './database-client.js';
import { descriptionOf, type LoadFormat } from './load-format.js';
import { copyText, mergeBatch, RowRefused } from './load-merge.js';
import { LoadError, LoadErrors, LoadRows, type Batch } from './load-rows.js';

export interface LoadProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly lines: number;
}
export interface LoadOptions {
  readonly onProgress?: (progress: LoadProgress) => void;
  /** What must hold of the database with the file in it; throws where it does not. */
  readonly beforeCommit?: (client: pg.Client) => Promise<void>;
}

const readBytes = 1 << 20;
const batchBytes = 4 << 20;
const longestLineBytes = 1 << 20;

/**
 * Loads a file into a database by COPY, in one transaction: all of it or, with a `LoadError` or `LoadErrors` that name
 * file, line and field, nothing. A line of a row that is there changes it where the format has a key for it; elsewhere it
 * is refused as a duplicate. `databaseUrl` is the owner's. Returns how many lines were loaded.
 */
export async function loadFile(path: string, format: LoadFormat, databaseUrl: string, options: LoadOptions = {}): Promise<number> {
  const client = new DatabaseClient({ ...serversOf(databaseUrl), ...withoutTimeLimits, connectionTimeoutMillis: 5_000 });
  // A server lost between two queries is told by the next one; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    const lines = await copyLines(path, format, client, options);
    await options.beforeCommit?.(client);
    await client.query('commit');
    // Without it the first plans would be made for empty tables. Only the owner may; others are told so in a notice.
    await client.query(`analyze ${[...new Set(Object.values(format).map((line) => `"${descriptionOf(line).table}"`))].join(', ')}`);
    return lines;
  } finally {
    await client.end();
  }
}

async function copyLines(path: string, format: LoadFormat, client: pg.Client, { onProgress }: LoadOptions): Promise<number> {
  const file = basename(path);
  const rows = new LoadRows(file, format);
  // One batch is on its way while the next is read: the server and this process work at the same time.
  let sending: Promise<void> = Promise.resolve();
  let lines = 0;
  for await (const { text, bytes, totalBytes } of blocks(path, () => lines)) {
    for (const line of text.split('\n')) {
      lines += 1;
      if (line.trim() !== '') rows.add(line, lines);
    }
    if (rows.isHopeless) break;
    if (rows.bytes >= batchBytes && rows.errors.length === 0) {
      await sending;
      sending = send(rows.take(), client, file);
      sending.catch(() => {});
    }
    onProgress?.({ bytes, totalBytes, lines });
  }
  await sending;
  if (rows.errors.length > 0) throw rows.errors.length === 1 ? rows.errors[0]! : new LoadErrors(rows.errors);
  await send(rows.take(), client, file);
  return lines;
}

/** The file as blocks of whole lines, without the last line's end. */
async function* blocks(path: string, linesSoFar: () => number): AsyncGenerator<{ text: string; bytes: number; totalBytes: number }> {
  const handle = await open(path);
  try {
    const totalBytes = (await handle.stat()).size;
    let bytes = 0;
    let rest = Buffer.alloc(0);
    for (;;) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(readBytes), 0, readBytes);
      bytes += bytesRead;
      const all = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      const end = bytesRead === 0 ? all.length : all.lastIndexOf(10);
      if (end > 0 || (end === 0 && bytesRead > 0)) yield { text: asText(all.subarray(0, end), path, linesSoFar), bytes, totalBytes };
      if (bytesRead === 0) return;
      rest = all.subarray(end + 1);
      if (rest.length > longestLineBytes)
        throw new LoadError(basename(path), linesSoFar() + 1, undefined, `is longer than ${longestLineBytes} bytes`);
    }
  } finally {
    await handle.close();
  }
}

function asText(block: Buffer, path: string, linesSoFar: () => number): string {
  if (isUtf8(block)) return block.toString('utf8');
  let number = linesSoFar();
  for (let start = 0; start <= block.length;) {
    const end = block.indexOf(10, start);
    number += 1;
    if (!isUtf8(block.subarray(start, end < 0 ? block.length : end))) break;
    start = (end < 0 ? block.length : end) + 1;
  }
  throw new LoadError(basename(path), number, undefined, 'is not UTF-8');
}

async function send(batches: readonly Batch[], client: pg.Client, file: string): Promise<void> {
  for (const batch of batches) {
    try {
      if (batch.key) await mergeBatch(batch, batch.key, client, file);
      else await copyText(client, batch.copy, batch.rows);
    } catch (error) {
      throw asLoadError(error, batch, file);
    }
  }
}

/** PostgreSQL names the line of the COPY; a missing reference only its key. Both lead back to the file's line. */
function asLoadError(error: unknown, batch: Batch, file: string): unknown {
  if (error instanceof RowRefused)
    return new LoadError(file, batch.lines[error.index]!, fieldOf(error.cause, keyIn(error.cause)), reasonOf(error.cause));
  if (!(error instanceof pg.DatabaseError)) return error;
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
  return rows.findIndex((row) => places.every((place, index) => row.split('\t')[place] === values[index]));
}
