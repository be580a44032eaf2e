import { execFile } from 'node:child_process';
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrationFolders } from '@open-banking/database';
import { clonedDatabase, temporaryServer } from '@open-banking/postgres-server/testing';
import { temporaryFolder } from '@open-banking/testing';
import { load } from '../src/load/load.js';
import { accountLines, type Line } from './many-entries.js';

const program = fileURLToPath(new URL('../../cli/bin/openbank.mjs', import.meta.url));
const entriesOfAccount = 400;
const accounts = 13;
/** A batch is full with the first account that brings it to so many lines. */
const batchLines = 2_000;
const accountsOfBatch = 5;
const linesOfBatch = accountsOfBatch * (entriesOfAccount + 4);

describe('a load file of several batches', () => {
  const files = temporaryFolder();
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let database: Awaited<ReturnType<typeof clonedDatabase>>;
  let client: pg.Client;
  const all: readonly (readonly Line[])[] = Array.from({ length: accounts }, (_, number) => accountLines(number, entriesOfAccount));
  const whole = write('whole.ndjson', all.flat());

  beforeAll(async () => {
    server = await temporaryServer();
  });
  beforeEach(async () => {
    database = await clonedDatabase(server.url, 'ais-pis', migrationFolders('ais-pis', true));
    client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.close();
  });
  afterAll(async () => {
    await server.stop();
    files.remove();
  });

  function write(name: string, lines: readonly Line[]): string {
    const path = join(files.path, name);
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return path;
  }
  const loaded = async (): Promise<object> =>
    (
      await client.query<object>(
        `select (select count(*)::int from account) as accounts, (select count(*)::int from entry) as entries,
           (select coalesce(sum(amount), 0) from entry) + (select coalesce(sum(amount), 0) from opening) = 0 as balanced,
           (select count(*)::int from load_position) as positions`,
      )
    ).rows[0]!;
  const everything = { accounts, entries: accounts * entriesOfAccount, balanced: true, positions: 0 };
  const afterOneBatch = { accounts: accountsOfBatch, entries: accountsOfBatch * entriesOfAccount, balanced: true, positions: 1 };

  it('is committed account by account; an error names its line, what stands before it is loaded, and the corrected file goes on there', async () => {
    const committed: number[] = [];
    const onCommitted = (lines: number) => committed.push(lines);
    const broken = all.flat().map((line, at) => (at === linesOfBatch + 99 ? { ...line, amount: 'much' } : line));
    await expect(load('ais-pis', write('broken.ndjson', broken), database.ownerUrl, { batchLines, onCommitted })).rejects.toThrow(
      `broken.ndjson:${linesOfBatch + 100}: amount: must be a decimal number`,
    );
    expect(committed).toEqual([linesOfBatch]);
    expect(await loaded()).toEqual(afterOneBatch);

    const resumed: number[] = [];
    await load('ais-pis', whole, database.ownerUrl, { batchLines, onProgress: (progress) => resumed.push(progress.resumed.lines) });
    expect(new Set(resumed)).toEqual(new Set([linesOfBatch]));
    expect(await loaded()).toEqual(everything);
  });

  it('does not go on where the lines that were loaded have changed; as another file they are refused as duplicates', async () => {
    const broken = all.flat().map((line, at) => (at === linesOfBatch + 99 ? { ...line, amount: 'much' } : line));
    await expect(load('ais-pis', write('broken.ndjson', broken), database.ownerUrl, { batchLines })).rejects.toThrow(
      'must be a decimal number',
    );
    const changed = all.flat().map((line, at) => (at === linesOfBatch - 1 ? { ...line, remittanceUnstructured: 'another' } : line));
    const file = write('changed.ndjson', changed);
    await expect(load('ais-pis', file, database.ownerUrl, { batchLines })).rejects.toThrow(
      /its first \d+ lines were loaded .* they have changed since/,
    );
    await expect(load('ais-pis', file, database.ownerUrl, { batchLines, anew: true })).rejects.toThrow('is there already');
  });

  it('keeps nothing of a batch whose sums do not agree, and nothing of the file where it is to be loaded whole', async () => {
    const [{ accountId }] = all[7] as [Line];
    const broken = all
      .flat()
      .map((line) => (line.type === 'accountBalance' && line.accountId === accountId ? { ...line, booked: '1.00' } : line));
    const file = write('wrong.ndjson', broken);
    const fault = `wrong.ndjson:${broken.findIndex(({ booked }) => booked === '1.00') + 1}: booked: does not agree`;
    await expect(load('ais-pis', file, database.ownerUrl, { batchLines, whole: true })).rejects.toThrow(fault);
    expect(await loaded()).toMatchObject({ accounts: 0, entries: 0, positions: 0 });
    await expect(load('ais-pis', file, database.ownerUrl, { batchLines })).rejects.toThrow(fault);
    expect(await loaded()).toEqual(afterOneBatch);
  });

  it('is loaded whole where its order leaves no place to commit: all balances before all entries', async () => {
    const lines = all.flat();
    const sorted = [...lines.filter(({ type }) => type !== 'entry'), ...lines.filter(({ type }) => type === 'entry')];
    const committed: number[] = [];
    await load('ais-pis', write('sorted.ndjson', sorted), database.ownerUrl, { batchLines, onCommitted: (count) => committed.push(count) });
    expect(committed).toEqual([lines.length]);
    expect(await loaded()).toEqual(everything);
  });

  it('comes from standard input, and goes on after the process was killed', async () => {
    const run = (): {
      ended: Promise<{ code: number | null; out: string; err: string }>;
      kill: () => void;
      feed: NodeJS.WritableStream;
    } => {
      let kill = (): void => undefined;
      let feed!: NodeJS.WritableStream;
      const ended = new Promise<{ code: number | null; out: string; err: string }>((settle) => {
        const child = execFile(
          process.execPath,
          [program, 'load', 'ais-pis', '-', '--batch-lines', String(batchLines), '--database-url', database.ownerUrl],
          (error, out, err) => {
            settle({ code: error ? (typeof error.code === 'number' ? error.code : null) : 0, out, err });
          },
        );
        feed = child.stdin!;
        feed.on('error', () => undefined);
        kill = () => child.kill('SIGKILL');
      });
      return { ended, kill, feed };
    };
    const first = run();
    // Standard input stays open: the process waits for more when it is killed.
    createReadStream(whole).pipe(first.feed, { end: false });
    while (((await loaded()) as { positions: number }).positions === 0) await client.query('select pg_sleep(0.05)');
    first.kill();
    await first.ended;
    while (
      (await client.query(`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)).rowCount !== 0
    )
      await client.query('select pg_sleep(0.05)');
    expect(await loaded()).toMatchObject({ balanced: true, positions: 1 });

    const second = run();
    createReadStream(whole).pipe(second.feed);
    const { code, out, err } = await second.ended;
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/goes on after line [\d,]+, where the load was interrupted/) });
    expect(out).toMatch(/^5252 lines loaded into ais-pis, [\d,]+ lines\/s$/m);
    expect(await loaded()).toEqual(everything);
  });
});
