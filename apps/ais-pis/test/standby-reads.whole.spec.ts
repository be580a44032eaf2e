import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asAdmin, writtenBy } from '@open-banking/database';
import { startEmbedded, type EmbeddedServer } from '@open-banking/postgres-server';
import { freePort, promote, startStandby } from '@open-banking/postgres-server/testing';
import type { Service } from '@open-banking/spec';
import { exchange, ownBank, until, type Caller } from '@open-banking/testing';
import { announced, anotherService, openDataFolder, type AnotherService } from '@open-banking/testing/bank';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aPayer, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';
import { isReady, standbyReads, type Known } from './standby-state.js';

const product = '/v1.7/payments/instant-sepa-credit-transfers';
const slowMs = 300_000;

describe('a bank with a standby to read from', () => {
  const bank = ownBank(['ais-pis', 'cards'], {}, []);
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-read-standby-'));
  const standbyFolder = join(folder, 'standby');
  let standby: EmbeddedServer;
  let accounts: AnotherService;
  let cards: AnotherService;
  let others: Known;

  /** A service beside the bank's own, which reads from the server at this port, as its usual role. */
  const reading = (service: Service, port: number): Promise<AnotherService> => {
    const url = new URL(announced(openDataFolder(dirname(bank.facts.caFolder)))!.databases[service]);
    url.port = String(port);
    return anotherService(bank, service, { settings: { DATABASE_READ_URL: url.href } });
  };
  const atStandby = (sql: string): Promise<unknown> => asAdmin(standby.url, (admin) => admin.query(sql));
  const delayed = async (by: string): Promise<void> => {
    await atStandby(`alter system set recovery_min_apply_delay = '${by}'`);
    await atStandby('select pg_reload_conf()');
  };

  const known = async (booked = 100): Promise<Known> => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer], { opened: true, booked: booked.toFixed(2) });
    const named = [{ iban: account.iban }];
    const client = await bank.client();
    const caller = (await client.consentedBy(customer, { accounts: named, balances: named, transactions: named })).at(accounts.baseUrl);
    return { account, caller: caller.paced };
  };

  const balancesPath = ({ accountId }: TestAccount): string => `/v1.7/accounts/${accountId}/balances`;
  const transactionsPath = ({ accountId }: TestAccount): string =>
    `/v1.7/accounts/${accountId}/transactions?bookingStatus=booked&dateFrom=2026-01-01`;

  /** Reads until the standby has answered a read. Every read succeeds. */
  const untilTheStandbyAnswers = (process: AnotherService, caller: Pick<Caller, 'get'>, path: string): Promise<void> =>
    until(`the standby answers ${path}`, async () => {
      const before = (await standbyReads(process))['standby']!;
      const { status } = await caller.get(path);
      return status === 200 && (await standbyReads(process))['standby']! > before;
    });

  /** Reads until the primary has answered for this reason, and then shows that the standby answers nothing. */
  const onlyThePrimaryAnswers = async (reason: 'lag' | 'away'): Promise<void> => {
    const path = balancesPath(others.account);
    await until(`the primary answers (${reason})`, async () => {
      const before = (await standbyReads(accounts))[reason]!;
      expect(await others.caller.get(path)).toAnswer(200);
      return (await standbyReads(accounts))[reason]! > before;
    });
    const before = await standbyReads(accounts);
    for (let reads = 0; reads < 20; reads += 1) expect(await others.caller.get(path)).toAnswer(200);
    const after = await standbyReads(accounts);
    expect(after['standby']).toBe(before['standby']);
    expect(after[reason]! - before[reason]!).toBeGreaterThanOrEqual(20);
  };

  beforeAll(async () => {
    const { adminUrl } = bank.facts;
    chmodSync(folder, 0o711);
    const data = await asAdmin(adminUrl, async (admin) => {
      const { rows } = await admin.query<{ data: string }>("select current_setting('data_directory') as data");
      return rows[0]!.data;
    });
    const standbyPort = await freePort();
    standby = await startStandby({ url: adminUrl, folder: dirname(data) }, standbyFolder, standbyPort, {
      flags: ['-c', 'max_connections=300'],
    });
    accounts = await reading('ais-pis', standbyPort);
    cards = await reading('cards', standbyPort);
    others = await known();
  }, slowMs);
  afterAll(async () => {
    await Promise.all([accounts.stop(), cards.stop(), standby.stop()]);
  }, slowMs);

  it(
    'lets the standby answer balances, transactions and lists of a present customer, which then show what it had up to a second ago',
    async () => {
      const paths = [
        '/v1.7/accounts',
        `/v1.7/accounts/${others.account.accountId}`,
        balancesPath(others.account),
        transactionsPath(others.account),
      ];
      for (const path of paths) await untilTheStandbyAnswers(accounts, others.caller, path);
      const card = bank.resources(bank.demo, 'card')[0]!;
      const client = await bank.client();
      const holder = (await client.consentedBy(bank.demo, { accounts: [card], balances: [card], transactions: [card] })).at(cards.baseUrl);
      for (const path of [
        '',
        `/${card.resourceId}`,
        `/${card.resourceId}/balances`,
        `/${card.resourceId}/transactions?bookingStatus=both&dateFrom=2026-01-01`,
      ])
        await untilTheStandbyAnswers(cards, holder, `/v1.7/cards${path}`);

      await delayed('700ms');
      const path = `/v1.7/accounts/${others.account.accountId}`;
      const accountName = async () => ((await others.caller.get(path)).body as { account: { name: string } }).account.name;
      await until('the standby answers with the name from before the change', async () => {
        const name = `Name ${performance.now()}`;
        await untilTheStandbyAnswers(accounts, others.caller, path);
        await bank.database('ais-pis').query('update account set name = $2 where account_id = $1', [others.account.accountId, name]);
        const shown = await accountName();
        await until('the new name is shown', async () => (await accountName()) === name);
        return shown !== name;
      });
      await delayed('0');
    },
    slowMs,
  );

  it(
    'answers an absent customer from the primary, where the limit of unattended reads counts exactly',
    async () => {
      const { account, caller } = await known();
      const before = await standbyReads(accounts);
      const statuses = [];
      for (let reads = 0; reads < 5; reads += 1)
        statuses.push((await caller.get(balancesPath(account), { headers: { 'psu-ip-address': '' } })).status);
      const after = await standbyReads(accounts);
      expect(statuses).toEqual([200, 200, 200, 200, 429]);
      expect(after['not_allowed']! - before['not_allowed']!).toBe(4);
      expect(after['standby']).toBe(before['standby']);
      await untilTheStandbyAnswers(accounts, caller, balancesPath(account));
    },
    slowMs,
  );

  it('knows which transaction changed a balance last, to the number, while later ones run', async () => {
    const { account } = others;
    const database = bank.database('ais-pis');
    const { rows } = await database.query<{ id: string }>(
      'update account_balance set changed_at = now() where account_id = $1 returning pg_current_xact_id()::text as id',
      [account.accountId],
    );
    const session = await database.connect();
    try {
      await session.query('begin');
      await session.query('select pg_current_xact_id()');
      const found = await database.query(`select ${writtenBy('b')}::text as id from account_balance b where account_id = $1`, [
        account.accountId,
      ]);
      expect(found.rows).toEqual(rows);
    } finally {
      await session.query('rollback');
      session.release();
    }
  });

  it(
    'shows a customer each executed payment at once, while the standby is behind and answers other customers',
    async () => {
      await delayed('400ms');
      const { account, caller } = await known(1_000);
      const payer = await aPayer(bank);
      const approvals = await PaymentApprover.connect(bank);
      // The bank asks where the primary is while it is read from: a standby of which it knows nothing for a second is left, and not behind.
      const reading = new AbortController();
      const meanwhile = (async () => {
        for (; !reading.signal.aborted; await pause(200)) expect(await others.caller.get(balancesPath(others.account))).toAnswer(200);
      })();
      const before = await standbyReads(accounts);
      const seen: unknown[] = [];
      // Not at its final status, which comes with the answer of the clearing: by then the standby may have caught up.
      const booked = async ({ accountId }: TestAccount) =>
        (await bank.database('ais-pis').query('select from entry where account_id = $1', [accountId])).rowCount;
      // More than four where the standby has always caught up before the customer reads, as on a slow machine.
      const isBehind = async () => (await standbyReads(accounts))['just_changed']! > before['just_changed']!;
      for (let payments = 1; payments <= 4 || (payments <= 40 && !(await isBehind())); payments += 1) {
        const { paymentId } = (await payer.post(product, inEuro)).body as { paymentId: string };
        await approvals.approve(paymentId, account.accountId);
        await until('the payment is booked', async () => (await booked(account)) === payments + 1);
        const { balances } = (await caller.get(balancesPath(account))).body as {
          balances: { balanceType: string; balanceAmount: { amount: string } }[];
        };
        const { transactions } = (await caller.get(transactionsPath(account))).body as { transactions: { booked: unknown[] } };
        const expected = balances.find(({ balanceType }) => balanceType === 'expected')!.balanceAmount.amount;
        seen.push([Number(expected), transactions.booked.length]);
        expect(await statusAfter(payer, `${product}/${paymentId}`, ['ACTC', 'ACFC', 'ACSP', 'PDNG'])).toBe('ACSC');
        await untilTheStandbyAnswers(accounts, others.caller, balancesPath(others.account));
      }
      await approvals.close();
      reading.abort();
      await meanwhile;
      // 1,000.00 less 12.50 each, and the entry that opened the account.
      expect(seen).toEqual(seen.map((_, at) => [1_000 - 12.5 * (at + 1), at + 2]));
      expect(await isBehind()).toBe(true);
      await untilTheStandbyAnswers(accounts, caller, balancesPath(account));
      await delayed('0');
    },
    slowMs,
  );

  it(
    'answers everything from the primary while the standby lags by a second or more',
    async () => {
      await atStandby('select pg_wal_replay_pause()');
      await bank.database('ais-pis').query('update account set name = $2 where account_id = $1', [others.account.accountId, 'Renamed']);
      await onlyThePrimaryAnswers('lag');
      await isReady(accounts, /"degraded".*the standby of DATABASE_READ_URL lags/);
      await atStandby('select pg_wal_replay_resume()');
      await untilTheStandbyAnswers(accounts, others.caller, balancesPath(others.account));
      expect((await exchange(`${accounts.internalUrl}/metrics`)).text).toMatch(/^openbank_standby_lag_seconds\{.*\} 0/m);
    },
    slowMs,
  );

  it(
    'answers every read while the standby is killed, and reads from it again once it is back',
    async () => {
      const postmaster = Number(readFileSync(join(standbyFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      let reading = true;
      const statuses: number[] = [];
      const meanwhile = Array.from({ length: 4 }, async () => {
        while (reading) statuses.push((await others.caller.get(transactionsPath(others.account))).status);
      });
      process.kill(postmaster, 'SIGQUIT');
      await standby.ended;
      await onlyThePrimaryAnswers('away');
      await isReady(accounts, /"degraded".*DATABASE_READ_URL/);
      standby = await startEmbedded(standbyFolder, Number(new URL(standby.url).port), ['-c', 'max_connections=300']);
      await untilTheStandbyAnswers(accounts, others.caller, balancesPath(others.account));
      reading = false;
      await Promise.all(meanwhile);
      // A machine that stands still for a second has the reads of that moment answered 503.
      expect([200, 503]).toEqual(expect.arrayContaining(statuses));
      expect(statuses.filter((status) => status === 503).length).toBeLessThan(statuses.length / 10);
      await isReady(accounts, /"status":"ready"/);
    },
    slowMs,
  );

  it(
    'does not read from a standby that was promoted, nor from one that follows it',
    async () => {
      await promote(standby.url);
      await onlyThePrimaryAnswers('away');
      await isReady(accounts, /is not a standby/);

      const port = await freePort();
      const follower = await startStandby({ url: standby.url, folder: standbyFolder }, join(folder, 'follower'), port, {
        name: 'follower',
        flags: ['-c', 'max_connections=300'],
      });
      const elsewhere = await reading('cards', port);
      await isReady(elsewhere, /does not follow the primary/);
      await elsewhere.stop();
      await follower.stop();
    },
    slowMs,
  );
});
