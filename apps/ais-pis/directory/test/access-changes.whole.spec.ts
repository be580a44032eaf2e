import { chmodSync, cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asAdmin, openDatabase, type Database } from '@open-banking/database';
import { startEmbedded, type EmbeddedServer } from '@open-banking/postgres-server';
import { freePort } from '@open-banking/postgres-server/testing';
import { until } from '@open-banking/testing';
import { AccessChanges } from '../src/access-changes.js';

const slowMs = 300_000;

describe('what has changed of tokens and consents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-changes-'));
  let port: number;
  let server: EmbeddedServer;
  let database: Database;

  const insert = (subject: string): Promise<number> =>
    asAdmin(server.url, async (admin) => {
      const { rows } = await admin.query<{ horizon: number }>('select pg_snapshot_xmin(pg_current_snapshot())::text::float8 as horizon');
      await admin.query('insert into access_change (subject) values ($1)', [subject]);
      return rows[0]!.horizon;
    });
  /** Each in a transaction of its own, over one connection: a connection takes more processor time than its row. */
  const insertMany = (count: number): Promise<void> =>
    asAdmin(server.url, async (admin) => {
      for (let number = 0; number < count; number += 1)
        await admin.query('insert into access_change (subject) values ($1)', [`nobody ${number}`]);
    });

  /** A new server, which numbers its transactions like any other new one, at the port and with the password of the first. */
  async function start(name: string): Promise<void> {
    mkdirSync(join(folder, name));
    if (name !== 'first') cpSync(join(folder, 'first', 'postgres.password'), join(folder, name, 'postgres.password'));
    server = await startEmbedded(join(folder, name), port);
    await asAdmin(server.url, (admin) =>
      admin.query('create table access_change (changed_in xid8 not null default pg_current_xact_id(), subject text not null)'),
    );
  }

  async function replaceBy(name: string): Promise<void> {
    await server.stop();
    await start(name);
    // A connection that failed would have told.
    await until('the pool has no connection to the server before', () => database.pool.totalCount === 0);
  }

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    port = await freePort();
    await start('first');
    database = await openDatabase({
      url: server.url,
      poolSize: 2,
      statementTimeoutMs: 20_000,
      lockTimeoutMs: 20_000,
      connectTimeoutMs: 30_000,
    });
  }, slowMs);
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  it(
    'is not known of a server that is behind the one before, as after a restore: what it commits is not missed',
    async () => {
      const changes = new AccessChanges(database);
      // A busy machine may not answer within the tenth of a second that a request waits.
      const allKnown = () => until('what has changed is told in time', () => changes.latest());
      const expectKnown = async (subject: string): Promise<void> => {
        const horizon = await insert(subject);
        await allKnown();
        expect(changes.mayDiffer([subject], horizon)).toBe(true);
      };
      await until('changes from here on are known', async () => {
        await changes.known();
        return !changes.mayDiffer(['a consent'], Number.MAX_SAFE_INTEGER);
      });
      await expectKnown('a consent');
      await insertMany(60);
      await expectKnown('another consent');

      await replaceBy('second');
      await insertMany(30);
      await expectKnown('a third consent');
      await expectKnown('a fourth consent');

      // Here a look-up is the first that the server answers, and it has gone on to where the one before was until it is asked what has changed.
      await insertMany(60);
      await allKnown();
      await replaceBy('third');
      await insertMany(50);
      const row = await changes.lookUp(async () => ({ horizon: await insert('a fifth consent') }));
      await insertMany(250);
      await allKnown();
      expect(changes.mayDiffer(['a fifth consent'], row!.horizon)).toBe(true);
    },
    slowMs,
  );
});
