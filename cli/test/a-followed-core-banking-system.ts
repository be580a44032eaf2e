import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded, type EmbeddedServer } from '@open-banking/postgres-server';
import { freePorts } from '@open-banking/installation/ports';
import { daysAgo, newCustomer, until, type RunningBank } from '@open-banking/testing';
import pg from 'pg';
import { program } from './an-openbank.js';

export const slowMs = 300_000;

/** A core in a PostgreSQL of its own with an outbox, an account at the bank, and followers of that core. */
export class FollowedCoreBanking {
  readonly folder = mkdtempSync(join(tmpdir(), 'follow-'));
  readonly slot = `follow_${randomUUID().slice(0, 8)}`;
  readonly accountId = randomUUID();
  server!: EmbeddedServer;
  #port!: number;
  #number = 0;
  readonly #urlFile = join(this.folder, 'core.url');
  readonly #followers: ChildProcess[] = [];

  constructor(private readonly bank: RunningBank) {
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(this.folder, 0o755);
    beforeAll(() => this.#open(), slowMs);
    afterAll(async () => {
      for (const follower of this.#followers) follower.kill('SIGKILL');
      await this.server?.stop();
    });
  }

  async #open(): Promise<void> {
    [this.#port] = (await freePorts([undefined])) as [number];
    await this.start();
    writeFileSync(this.#urlFile, `${this.server.url}\n`);
    await this
      .query(`create table bank_change (change_id bigint generated always as identity primary key, service text not null, change jsonb not null);
      create table other (id int); create publication openbank for table bank_change with (publish = 'insert')`);
    const { psuId } = await newCustomer(this.bank);
    const database = this.bank.database('ais-pis');
    await database.query(
      `insert into account (account_id, iban, bic, currency, owner_name, name, product, usage, opened_on)
       select $1, 'IL' || lpad((98 - (bban || '182100')::numeric % 97)::text, 2, '0') || bban, 'DEMOILITXXX', 'EUR', 'Test', 'Followed', 'Current', 'PRIV', '2024-01-01'
       from (select '0110' || lpad((random() * 1e14)::bigint::text, 15, '0') as bban) b`,
      [this.accountId],
    );
    await database.query('insert into holder (psu_id, resource_id, rule) values ($1, $2, $3)', [psuId, this.accountId, 'any']);
    await database.query(
      `insert into account_balance (account_id, booked, last_booking_date, booked_before, changed_at) values ($1, 0, '2024-01-01', 0, now())`,
      [this.accountId],
    );
  }

  async start(): Promise<void> {
    this.server = await startEmbedded(this.folder, this.#port, ['-c', 'wal_level=logical', '-c', 'fsync=off']);
  }

  async within<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.server.url });
    client.on('error', () => undefined);
    await client.connect();
    return work(client).finally(() => client.end());
  }

  query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    return this.within((client) => client.query(text, values));
  }

  /** Starts a follower; `errorOutput` is what it has written on standard error. */
  follow(...options: readonly string[]): { readonly follower: ChildProcess; readonly errorOutput: () => string } {
    const named = ['--core-url-file', this.#urlFile, '--slot', this.slot, '--base-url', this.bank.baseUrl];
    const follower = spawn(
      process.execPath,
      [program, 'follow', 'ais-pis', ...named, '--operator-file', this.bank.facts.operatorFile, ...options],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let errorOutput = '';
    follower.stderr.on('data', (chunk: Buffer) => {
      errorOutput += chunk.toString();
    });
    this.#followers.push(follower);
    return { follower, errorOutput: () => errorOutput };
  }

  /** Resolves when a follower reads: what was committed before the slot is made is not followed. */
  isFollowed(): Promise<void> {
    const active = 'select from pg_replication_slots where slot_name = $1 and active';
    return until('the slot is followed', async () => (await this.query(active, [this.slot])).rowCount === 1);
  }

  async killFollowers(): Promise<void> {
    for (const follower of this.#followers) {
      if (follower.exitCode !== null || follower.signalCode !== null) continue;
      const ended = once(follower, 'close');
      follower.kill('SIGKILL');
      await ended;
    }
  }

  entry(amount: string, extra: object = {}): object {
    this.#number += 1;
    return {
      type: 'entry',
      accountId: this.accountId,
      transactionId: `F${this.#number}`,
      bookingDate: daysAgo(0),
      valueDate: daysAgo(0),
      amount,
      bankTransactionCode: 'PMNT-RCDT-ESCT',
      ...extra,
    };
  }

  /** Each list is a transaction of the core. */
  commit(...transactions: readonly (readonly object[])[]): Promise<void> {
    return this.within(async (core) => {
      for (const changes of transactions) {
        await core.query('begin');
        for (const change of changes) await core.query(`insert into bank_change (service, change) values ('ais-pis', $1)`, [change]);
        await core.query(`insert into bank_change (service, change) values ('cards', '{"type":"card"}')`);
        await core.query('commit');
      }
    });
  }

  async booked(): Promise<{ booked: number; entries: number }> {
    const { rows } = await this.bank
      .database('ais-pis')
      .query<{ booked: number; entries: number }>(
        'select booked::float8 as booked, (select count(*)::int from entry e where e.account_id = b.account_id) as entries from account_balance b where account_id = $1',
        [this.accountId],
      );
    return rows[0]!;
  }

  isBooked(entries: number): Promise<void> {
    return until(`${entries} entries are booked`, async () => (await this.booked()).entries >= entries);
  }
}
