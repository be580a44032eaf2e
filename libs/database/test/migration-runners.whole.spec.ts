import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clonedDatabase, temporaryServer } from '@open-banking/postgres-server/testing';
import pg from 'pg';
import { migrate } from '../src/migrations.js';

const compiled = new URL('../dist/migrations.js', import.meta.url).href;
/** A process that migrates, as `openbank prepare` does, and prints what it ran. */
const program = `
  const { migrate } = await import(${JSON.stringify(compiled)});
  const [url, folder] = process.argv.slice(1);
  process.stdout.write(JSON.stringify(await migrate(url, [folder])));
`;
const slowMs = 300_000;

describe('a process that migrates', () => {
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let place: string;
  let observer: pg.Client;

  beforeAll(async () => {
    server = await temporaryServer();
    bank = await clonedDatabase(server.url, 'cards', [join(import.meta.dirname, '../migrations')]);
    observer = new pg.Client({ connectionString: bank.ownerUrl });
    await observer.connect();
    place = mkdtempSync(join(tmpdir(), 'open-banking-'));
    writeFileSync(join(place, 'series.json'), '{ "series": 3 }');
    add(
      '0001-thing',
      'create table thing (id int primary key, name text); create table gate (open boolean); insert into gate values (false);',
    );
    await migrate(bank.ownerUrl, [place]);
  }, slowMs);
  afterAll(async () => {
    await observer.end();
    await bank.close();
    await server.stop();
    rmSync(place, { recursive: true });
  });

  function add(intent: string, text: string): void {
    mkdirSync(join(place, intent));
    writeFileSync(join(place, intent, 'up.sql'), text);
  }
  const started = (): ChildProcess =>
    spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program, bank.ownerUrl, place], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  async function names(process: ChildProcess): Promise<string[]> {
    let written = '';
    process.stdout!.on('data', (data: Buffer) => (written += data.toString()));
    expect(await once(process, 'close')).toEqual([0, null]);
    return JSON.parse(written) as string[];
  }
  const count = async (text: string, ...values: unknown[]): Promise<number> =>
    Number((await observer.query<{ count: string }>(text, values)).rows[0]!.count);
  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await pause(20);
  }
  /** How many sessions run a statement with this text. */
  const running = (text: string): Promise<number> =>
    count("select count(*) from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and strpos(query, $1) > 0", text);
  /** Waits in the database until the test opens the gate; `label` makes it findable. */
  const gate = (label: string): string =>
    `do $$ begin /* ${label} */ while not (select open from gate) loop perform pg_sleep(0.02); end loop; end $$;`;

  it(
    'shares the work with another one that starts at the same time: each migration runs once, and both succeed',
    async () => {
      for (let number = 2; number < 7; number++)
        add(`000${number}-row`, `insert into thing values (${number}, 'row'); select pg_sleep(0.05);`);
      const both = await Promise.all([names(started()), names(started())]);
      expect(both.flat().sort()).toEqual([2, 3, 4, 5, 6].map((number) => `000${number}-row-170000003000${number}`));
      expect(await count('select count(*) from thing')).toBe(5);
    },
    slowMs,
  );

  it(
    'that is killed within a transaction leaves nothing, and its statement does not run on: another one completes',
    async () => {
      add('0007-colour', `alter table thing add column colour text;\ninsert into thing values (7, 'half');\n${gate('within')}`);
      const killed = started();
      await until(async () => (await running('within')) === 1);
      killed.kill('SIGKILL');
      await once(killed, 'close');
      // PostgreSQL itself would notice when the statement ends, and until then keep the locks of everything the migration has touched.
      await until(async () => (await running('within')) === 0);
      expect(await count('select count(*) from thing where id = 7')).toBe(0);
      expect(await count("select count(*) from information_schema.columns where table_name = 'thing' and column_name = 'colour'")).toBe(0);
      await observer.query('update gate set open = true');
      expect(await migrate(bank.ownerUrl, [place])).toEqual(['0007-colour-1700000030007']);
      expect(await count("select count(*) from thing where name = 'half' and colour is null")).toBe(1);
    },
    slowMs,
  );

  it(
    'that is killed between statements outside a transaction is completed by another one, which runs them all again',
    async () => {
      await observer.query('update gate set open = false');
      const indexed = (column: string): string =>
        `drop index concurrently if exists thing_by_${column};\ncreate index concurrently thing_by_${column} on thing (${column});\n`;
      add('0008-indexes', `-- outside a transaction\n${indexed('name')}${gate('between')}\n${indexed('colour')}`);
      const valid = (): Promise<number> =>
        count("select count(*) from pg_index where indisvalid and indexrelid::regclass::text like 'thing_by_%'");
      const killed = started();
      await until(async () => (await running('between')) === 1);
      killed.kill('SIGKILL');
      await once(killed, 'close');
      expect(await valid()).toBe(1);
      await observer.query('update gate set open = true');
      expect(await migrate(bank.ownerUrl, [place])).toEqual(['0008-indexes-1700000030008']);
      expect(await valid()).toBe(2);
      expect(await migrate(bank.ownerUrl, [place])).toEqual([]);
    },
    slowMs,
  );
});
