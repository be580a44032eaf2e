import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded, type EmbeddedServer } from '@open-banking/database';
import { freePorts } from '@open-banking/sandbox/ports';
import { daysAgo, newCustomer, runningBank, until } from '@open-banking/testing';
import pg from 'pg';
import { program } from './an-openbank.js';

const slowMs = 300_000;

describe('openbank follow', () => {
  const bank = runningBank();
  const folder = mkdtempSync(join(tmpdir(), 'follow-'));
  // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  const urlFile = join(folder, 'core.url');
  const slot = `follow_${randomUUID().slice(0, 8)}`;
  let port: number;
  let server: EmbeddedServer;
  const startCore = async () => {
    server = await startEmbedded(folder, port, ['-c', 'wal_level=logical', '-c', 'fsync=off']);
  };
  const inCore = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    return work(client).finally(() => client.end());
  };
  const followers: ChildProcess[] = [];
  const following = () => {
    const follower = spawn(
      process.execPath,
      [
        program,
        'follow',
        'ais-pis',
        '--core-url-file',
        urlFile,
        '--slot',
        slot,
        '--base-url',
        bank.baseUrl,
        '--operator-file',
        bank.facts.operatorFile,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let told = '';
    follower.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
    followers.push(follower);
    return { follower, told: () => told };
  };
  const killed = async (follower: ChildProcess) => {
    if (follower.exitCode !== null || follower.signalCode !== null) return;
    const ended = once(follower, 'close');
    follower.kill('SIGKILL');
    await ended;
  };

  let accountId: string;
  beforeAll(async () => {
    [port] = (await freePorts([undefined])) as [number];
    await startCore();
    writeFileSync(urlFile, `${server.url}\n`);
    const { psuId } = await newCustomer(bank);
    accountId = randomUUID();
    await inCore(async (core) => {
      await core.query(`create table bank_change (change_id bigint generated always as identity primary key, service text not null, change jsonb not null);
        create table other (id int); create publication openbank for table bank_change with (publish = 'insert')`);
    });
    await bank.database('ais-pis').query(
      `insert into account (account_id, iban, bic, currency, owner_name, name, product, usage, opened_on)
       select $1, 'IL' || lpad((98 - (bban || '182100')::numeric % 97)::text, 2, '0') || bban, 'DEMOILITXXX', 'EUR', 'Test', 'Followed', 'Current', 'PRIV', '2024-01-01'
       from (select '0110' || lpad((random() * 1e14)::bigint::text, 15, '0') as bban) b`,
      [accountId],
    );
    await bank.database('ais-pis').query('insert into holder (psu_id, resource_id, rule) values ($1, $2, $3)', [psuId, accountId, 'any']);
    await bank
      .database('ais-pis')
      .query(
        `insert into account_balance (account_id, booked, last_booking_date, booked_before, changed_at) values ($1, 0, '2024-01-01', 0, now())`,
        [accountId],
      );
  }, slowMs);
  afterAll(async () => {
    for (const follower of followers) follower.kill('SIGKILL');
    await server?.stop();
  });

  let number = 0;
  const entry = (amount: string, extra: object = {}) => {
    number += 1;
    return {
      type: 'entry',
      accountId,
      transactionId: `F${number}`,
      bookingDate: daysAgo(0),
      valueDate: daysAgo(0),
      amount,
      bankTransactionCode: 'PMNT-RCDT-ESCT',
      ...extra,
    };
  };
  /** Each list is a transaction of the core. */
  const commit = (...transactions: readonly (readonly object[])[]) =>
    inCore(async (core) => {
      for (const changes of transactions) {
        await core.query('begin');
        for (const change of changes) await core.query(`insert into bank_change (service, change) values ('ais-pis', $1)`, [change]);
        await core.query(`insert into bank_change (service, change) values ('cards', '{"type":"card"}')`);
        await core.query('commit');
      }
    });
  const booked = async () => {
    const { rows } = await bank
      .database('ais-pis')
      .query<{ booked: string; entries: number }>(
        'select booked::float8 as booked, (select count(*)::int from entry e where e.account_id = b.account_id) as entries from account_balance b where account_id = $1',
        [accountId],
      );
    return rows[0]!;
  };
  const isBooked = (entries: number) => until(`${entries} entries are booked`, async () => (await booked()).entries >= entries);

  it(
    'books what a core commits, once, though the follower and the core are killed in between',
    async () => {
      const first = following();
      // The slot has to be there: what was committed before it is not followed.
      await until('the slot is there', async () =>
        inCore(
          async (core) => (await core.query('select from pg_replication_slots where slot_name = $1 and active', [slot])).rowCount === 1,
        ),
      );
      await commit([entry('1.00'), entry('2.00')], [entry('3.00')]);
      await isBooked(3);
      expect(await booked()).toEqual({ booked: 6, entries: 3 });

      const many = Array.from({ length: 200 }, () => [entry('1.00'), entry('-0.50')]);
      const committing = commit(...many);
      await isBooked(50);
      await killed(first.follower);
      await committing;
      following();
      await isBooked(403);
      expect(await booked()).toEqual({ booked: 106, entries: 403 });

      await server.stop();
      await startCore();
      await commit([entry('4.00')]);
      await isBooked(404);
      expect(await booked()).toEqual({ booked: 110, entries: 404 });
    },
    slowMs,
  );

  it(
    'waits at a transaction that cannot be applied, says so, and lets the core forget what is applied',
    async () => {
      for (const one of followers) await killed(one);
      const { told } = following();
      const before = (await booked()).entries;
      await commit([entry('1.00')], [entry('5.00', { accountId: randomUUID() })], [entry('7.00')]);
      await until('the follower says why it waits', () => told().includes('accountId: is no account of this bank'));
      expect((await booked()).entries).toBe(before + 1);
      const position = /is stopped at position (\d+)/.exec(told())![1]!;
      const skipping = spawn(process.execPath, [
        program,
        'feed',
        'skip',
        'ais-pis',
        slot,
        position,
        '--base-url',
        bank.baseUrl,
        '--operator-file',
        bank.facts.operatorFile,
      ]);
      expect((await once(skipping, 'close'))[0]).toBe(0);
      await isBooked(before + 2);
      await inCore(async (core) => {
        const end = (await core.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')).rows[0]!.lsn;
        await core.query('insert into other values (1)');
        await commit([entry('9.00')]);
        await until(
          'the core need keep nothing of before',
          async () =>
            (await core.query('select from pg_replication_slots where slot_name = $1 and confirmed_flush_lsn > $2::pg_lsn', [slot, end]))
              .rowCount === 1,
        );
      });
      await isBooked(before + 3);
    },
    slowMs,
  );
});
