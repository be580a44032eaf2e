import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clonedDatabase, temporaryServer } from '@open-banking/postgres-server/testing';
import pg from 'pg';
import { migrate } from '../src/migrations.js';

const ground = join(import.meta.dirname, '../migrations');

describe('a migration', () => {
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let place: string;
  const sessions: pg.Client[] = [];

  beforeAll(async () => {
    server = await temporaryServer();
  });
  beforeEach(async () => {
    bank = await clonedDatabase(server.url, 'cards', [ground]);
    place = mkdtempSync(join(tmpdir(), 'open-banking-'));
    await migrate(bank.ownerUrl, [
      folder({ '0001-thing': "create table thing (id int primary key, name text); insert into thing values (1, 'one');" }),
    ]);
  });
  afterEach(async () => {
    for (const session of sessions.splice(0)) await session.end();
    rmSync(place, { recursive: true });
    await bank.close();
  });
  afterAll(() => server.stop());

  /** A folder with these migrations beside those it has. */
  function folder(
    migrations: Record<string, string>,
    { name = 'migrations', series = 3 }: { name?: string; series?: number } = {},
  ): string {
    const path = join(place, name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'series.json'), JSON.stringify({ series }));
    for (const [intent, text] of Object.entries(migrations)) {
      mkdirSync(join(path, intent), { recursive: true });
      writeFileSync(join(path, intent, 'up.sql'), text);
    }
    return path;
  }

  async function session(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: bank.ownerUrl });
    await client.connect();
    sessions.push(client);
    return client;
  }

  const column = 'alter table thing add column colour text;';
  const index =
    '-- outside a transaction\ndrop index concurrently if exists thing_by_name;\ncreate index concurrently thing_by_name on thing (name);\n';

  it('that waits for a reader blocks nobody, and completes when the reader ends', async () => {
    const [reader, other] = [await session(), await session()];
    await reader.query('begin; select * from thing');
    const said: string[] = [];
    const migrated = migrate(bank.ownerUrl, [folder({ '0002-colour': column })], { log: (line) => said.push(line) });
    // One that waited for good would keep these reads waiting too, until the reader ends.
    while (said.length < 3) expect((await other.query('select name from thing')).rows).toEqual([{ name: 'one' }]);
    await reader.query('commit');
    expect(await migrated).toEqual(['0002-colour-1700000030002']);
    expect(said[0]).toBe('migration 0002-colour-1700000030002 waits for a lock that another transaction holds; tried again in 0.25 s');
    expect((await other.query('select colour from thing')).rows).toEqual([{ colour: null }]);
  });

  it('that gets no lock in time is named with what to check, and changes nothing', async () => {
    const reader = await session();
    await reader.query('begin; select * from thing');
    await expect(migrate(bank.ownerUrl, [folder({ '0002-colour': column })], { timeoutMs: 500 })).rejects.toThrow(
      /^migration 0002-colour-1700000030002 got no lock within 0.5 s: .*xact_start/,
    );
    await reader.query('commit');
    expect(await migrate(bank.ownerUrl, [folder({})])).toEqual(['0002-colour-1700000030002']);
  });

  it('outside a transaction creates an index concurrently with writes, while another process waits to migrate', async () => {
    const [old, writer] = [await session(), await session()];
    await old.query('begin isolation level repeatable read; select * from thing');
    const both = [migrate(bank.ownerUrl, [folder({ '0002-index': index })]), migrate(bank.ownerUrl, [folder({})])];
    const building = async () => (await writer.query('select from pg_stat_progress_create_index')).rowCount === 1;
    for (let id = 2; !(await building()) || id < 50; id++) await writer.query('insert into thing values ($1, $2)', [id, `number ${id}`]);
    await old.query('commit');
    expect((await Promise.all(both)).flat()).toEqual(['0002-index-1700000030002']);
    expect((await writer.query("select indisvalid from pg_index where indexrelid = 'thing_by_name'::regclass")).rows).toEqual([
      { indisvalid: true },
    ]);
  });

  it('outside a transaction that was interrupted is run again', async () => {
    const [killer] = [await session()];
    const old = await session();
    await old.query('begin isolation level repeatable read; select * from thing');
    const cut = migrate(bank.ownerUrl, [folder({ '0002-index': index })]).then(
      () => undefined,
      (error: unknown) => error,
    );
    const { rows } = await untilSome(() => killer.query<{ pid: number }>('select pid from pg_stat_progress_create_index'));
    await killer.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    expect(await cut).toBeInstanceOf(Error);
    await old.query('commit');
    expect(await migrate(bank.ownerUrl, [folder({})])).toEqual(['0002-index-1700000030002']);
    expect((await killer.query("select indisvalid from pg_index where indexrelid = 'thing_by_name'::regclass")).rows).toEqual([
      { indisvalid: true },
    ]);
  });

  it('is identified by its series and name, regardless of its folder and of the ones before it', async () => {
    const moved = folder(
      { '0001-thing': 'create table thing (id int primary key);', '0002-colour': column },
      { name: 'elsewhere/of-things' },
    );
    const new_ = folder({ '0001-other': 'create table other (id int);' }, { name: 'other', series: 9 });
    expect(await migrate(bank.ownerUrl, [new_, moved])).toEqual(['0002-colour-1700000030002', '0001-other-1700000090001']);
    expect(await migrate(bank.ownerUrl, [moved, join(place, 'nowhere'), ground, new_])).toEqual([]);
  });

  it('of a folder without a series is refused, and the missing file is named', async () => {
    mkdirSync(join(place, 'without/0001-x'), { recursive: true });
    await expect(migrate(bank.ownerUrl, [join(place, 'without')])).rejects.toThrow(
      /without\/series\.json is missing: it says \{ "series": <number> \}/,
    );
  });

  it('changes what the service may do by whatever name its role has', async () => {
    const service = new pg.Client({ connectionString: bank.serviceUrl });
    await service.connect();
    sessions.push(service);
    expect((await service.query('delete from thing where id = 0')).rowCount).toBe(0);
    await migrate(bank.ownerUrl, [folder({ '0002-thing-kept': "select pg_temp.for_service_roles('revoke delete on thing from %I');" })]);
    await expect(service.query('delete from thing where id = 0')).rejects.toThrow('permission denied for table thing');
    expect((await service.query('select from thing')).rowCount).toBe(1);
  });

  it('that fails is named in the error, and changes nothing', async () => {
    await expect(migrate(bank.ownerUrl, [folder({ '0002-colour': `${column}\nselect nonsense;` })])).rejects.toThrow(
      /^migration 0002-colour-1700000030002: column "nonsense" does not exist/,
    );
    expect(await migrate(bank.ownerUrl, [folder({ '0002-colour': column })])).toEqual(['0002-colour-1700000030002']);
  });
});

async function untilSome<T extends { rowCount: number | null }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found.rowCount) return found;
  }
}
