import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { feedInternal, type Service } from '@open-banking/spec';
import { CoreBankingSystem, coreBankingKeys, type CoreBankingOptions } from '@open-banking/simulators/core-banking';
import { freePorts } from '@open-banking/installation/ports';
import { internalCall } from '@open-banking/operator-client';
import pg from 'pg';
import { killableBank, type OwnBank } from './own-bank.js';
import { generousTimeouts } from './generous-timeouts.js';
import { until } from './until.js';

const readMs = 25;

/** The reference core beside a bank of the test's own, and a connector that brings its changes. */
export class TestCoreBankingSystem {
  readonly #settings: Record<string, string>;
  readonly bank: OwnBank;
  readonly #keys = coreBankingKeys(mkdtempSync(join(tmpdir(), 'core-banking-')));
  #port = 0;
  #system: CoreBankingSystem | undefined;
  #database!: pg.Pool;
  #position = 0;
  #feeding: NodeJS.Timeout | undefined;
  #isOver = false;
  #isFeeding: Promise<void> = Promise.resolve();

  constructor(
    settings: Readonly<Record<string, string>>,
    private readonly others: CoreBankingOptions['others'] = {},
    services: readonly Service[] = ['ais-pis'],
  ) {
    this.#settings = { LEDGER: 'core', ...generousTimeouts, ...settings, CORE_KEYS_FILE: this.#keys.keysFile };
    beforeAll(async () => {
      [this.#port] = (await freePorts([undefined])) as [number];
      this.#settings['CORE_URL'] = `http://127.0.0.1:${this.#port}`;
    });
    // Before the bank's own, whose database its own follows.
    afterAll(async () => {
      this.#isOver = true;
      clearTimeout(this.#feeding);
      await this.#isFeeding;
      await this.#database.end();
      await this.close();
    });
    this.bank = killableBank(services, this.#settings);
    beforeAll(async () => {
      this.#database = new pg.Pool({ connectionString: await this.#ownDatabase(), max: 2 });
      this.#database.on('error', () => undefined);
      await this.open();
      this.#feed();
    });
  }

  get system(): CoreBankingSystem {
    return this.#system!;
  }

  async open(): Promise<void> {
    const { bank } = this;
    this.#system = await CoreBankingSystem.open({
      databaseUrl: this.#url,
      accountsUrl: bank.facts.ownerUrls['ais-pis'],
      port: this.#port,
      key: this.#keys.key,
      bankKeysUrl: `${bank.baseUrl}/v1.7/oauth/payments/jwks`,
      operator: () => bank.operator,
      others: this.others,
    });
  }

  async close(): Promise<void> {
    await this.#system?.close();
    this.#system = undefined;
  }

  /** Signs with what the bank does not know, until it is put right. */
  async withUnknownKey(work: () => Promise<void>): Promise<void> {
    const { keysFile } = this.#keys;
    const own = coreBankingKeys(mkdtempSync(join(tmpdir(), 'core-banking-')));
    const before = readFileSync(keysFile);
    writeFileSync(keysFile, readFileSync(own.keysFile));
    try {
      await work();
    } finally {
      writeFileSync(keysFile, before);
    }
  }

  async rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#database.query<Row>(text, values)).rows;
  }

  /** What is booked on an account there, under each id, once all of it has come to the bank. */
  async entries(accountId: string): Promise<Record<string, string>> {
    const there = await this.rows<{ id: string; amount: string }>(
      "select transaction_id as id, trim_scale(amount)::text as amount from bookkeeping.entry where account_id = $1 and transaction_id <> 'opening'",
      [accountId],
    );
    const here = async () =>
      (
        await this.bank.database('ais-pis').query<{
          id: string;
          amount: string;
        }>('select transaction_id as id, trim_scale(amount)::text as amount from entry where account_id = $1 and transaction_id is not null', [accountId])
      ).rows;
    const asObject = (list: readonly { id: string; amount: string }[]) => Object.fromEntries(list.map(({ id, amount }) => [id, amount]));
    await until('it is there', async () => (await here()).length === there.length);
    expect(asObject(await here())).toEqual(asObject(there));
    return asObject(there);
  }

  #url = '';
  async #ownDatabase(): Promise<string> {
    const url = new URL(this.bank.facts.adminUrl);
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    // Other banks of the run have their own on the same server.
    const name = `bookkeeping_${randomUUID().replaceAll('-', '')}`;
    await admin.query(`create database ${name}`);
    await admin.end();
    url.pathname = `/${name}`;
    return (this.#url = url.href);
  }

  /** One change after the other, each sent until it is taken. */
  #feed(): void {
    this.#isFeeding = this.#feedOnce()
      .catch(() => undefined)
      .finally(() => {
        if (this.#isOver) return;
        this.#feeding = setTimeout(() => {
          this.#feed();
        }, readMs);
      });
  }

  async #feedOnce(): Promise<void> {
    const changes = await this.rows<{ position: string; change: object }>(
      'select change_id::text as position, change from bookkeeping.bank_change where change_id > $1 order by change_id',
      [this.#position],
    );
    if (changes.length === 0) return;
    const lines = changes.map(({ position, change }) => JSON.stringify({ source: 'core', position, ...change }));
    const { status, body } = await internalCall(
      this.bank.operator,
      'ais-pis',
      feedInternal.applyFeed,
      lines.join('\n'),
      {},
      'application/x-ndjson',
    );
    expect({ status, body }).toMatchObject({ status: 200, body: { sources: [{ position: changes.at(-1)!.position }] } });
    this.#position = Number(changes.at(-1)!.position);
  }
}
