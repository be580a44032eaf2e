import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asAdmin } from '@open-banking/database';
import { ownedAs, type EmbeddedServer } from '@open-banking/postgres-server';
import { freePort, promote, startStandby } from '@open-banking/postgres-server/testing';
import { ownBank, until, type Caller } from '@open-banking/testing';
import { anotherService, type AnotherService } from '@open-banking/testing/bank';
import { SandboxCa } from '@open-banking/testing/sandbox';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aPayer, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

const product = '/v1.7/payments/instant-sepa-credit-transfers';
const slowMs = 300_000;

describe('a bank with a synchronous standby', () => {
  const bank = ownBank(['ais-pis'], {}, []);
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-standby-'));
  let data: string;
  let standby: EmbeddedServer;
  let service: AnotherService;

  /** The service's database at both servers, over TLS. */
  const connectionUrl = (database: string, ca: string): string => {
    const url = new URL(database);
    const standbyPort = new URL(standby.url).port;
    url.search = `?target_session_attrs=read-write&sslmode=verify-full&sslrootcert=${ca}`;
    return url.href.replace(`127.0.0.1:${url.port}`, `127.0.0.1:${url.port},127.0.0.1:${standbyPort}`);
  };

  beforeAll(async () => {
    const { adminUrl, ownerUrls } = bank.facts;
    chmodSync(folder, 0o711);
    mkdirSync(join(folder, 'ca'));
    const ca = await SandboxCa.open(join(folder, 'ca'));
    const other = await SandboxCa.open(join(folder, 'other'));
    writeFileSync(join(folder, 'ca.pem'), ca.certificate);
    writeFileSync(join(folder, 'other.pem'), other.certificate);
    const { certificate, privateKey } = await ca.serverCertificate(folder);
    data = await asAdmin(adminUrl, async (admin) => {
      const { rows } = await admin.query<{ data: string }>("select current_setting('data_directory') as data");
      ownedAs(rows[0]!.data, 'server.crt', certificate);
      ownedAs(rows[0]!.data, 'server.key', privateKey);
      await admin.query('alter system set ssl = on');
      // Servers of tests do without; a bank does not.
      await admin.query('alter database ais_pis set synchronous_commit = on');
      await admin.query('select pg_reload_conf()');
      return rows[0]!.data;
    });
    standby = await startStandby({ url: adminUrl, folder: dirname(data) }, join(folder, 'standby'), await freePort(), {
      flags: ['-c', 'max_connections=300'],
    });
    await asAdmin(adminUrl, async (admin) => {
      await admin.query("alter system set synchronous_standby_names = 'standby'");
      await admin.query('select pg_reload_conf()');
      const state = "select from pg_stat_replication where sync_state = 'sync'";
      await until('the standby is synchronous', async () => (await admin.query(state)).rowCount === 1);
    });
    service = await anotherService(bank, 'ais-pis', { databaseUrl: connectionUrl(ownerUrls['ais-pis'], join(folder, 'ca.pem')) });
  }, slowMs);
  afterAll(async () => {
    await service.stop();
    await standby.stop();
    rmSync(folder, { recursive: true, force: true });
  }, slowMs);

  it('is reached over TLS whose certificate is verified; a certificate of another authority is refused', async () => {
    const encrypted = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
    const ask = async (ca: string) =>
      (await asAdmin(connectionUrl(bank.facts.ownerUrls['ais-pis'], join(folder, ca)), (client) => client.query(encrypted)))
        .rows as unknown;
    expect(await ask('ca.pem')).toEqual([{ ssl: true }]);
    await expect(ask('other.pem')).rejects.toThrow(/certificate/);
  });

  it('is reached so by the running service; with a certificate of another authority it does not start', async () => {
    // This service is connected as the owner, the bank's own as the service's role and without TLS.
    const { rows } = await asAdmin(bank.facts.adminUrl, (admin) =>
      admin.query<{ ssl: boolean }>(
        "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where datname = 'ais_pis' and usename = $1",
        [decodeURIComponent(new URL(bank.facts.ownerUrls['ais-pis']).username)],
      ),
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
    expect((await fetch(`${service.baseUrl}/health/ready`)).status).toBe(200);
    await expect(
      anotherService(bank, 'ais-pis', { databaseUrl: connectionUrl(bank.facts.ownerUrls['ais-pis'], join(folder, 'other.pem')) }),
    ).rejects.toThrow();
  });

  it(
    'accepts payments again after the primary was killed and the standby promoted; none that it acknowledged is lost or debited twice',
    async () => {
      const payer = (await aPayer(bank)).at(service.baseUrl).paced;
      const acknowledged: string[] = [];
      const pay = async (caller: Caller): Promise<number> => {
        const answer = await caller.post(product, { ...inEuro, endToEndIdentification: `E2E-${acknowledged.length}` });
        if (answer.status === 201) acknowledged.push((answer.body as { paymentId: string }).paymentId);
        return answer.status;
      };
      while (acknowledged.length < 10) expect(await pay(payer)).toBe(201);
      const executed = acknowledged.slice(0, 5);
      const account = await anAccount(bank, [await aCustomer(bank)], { opened: true });
      const approvals = await PaymentApprover.connect(bank);
      // Some are executed before the primary is gone, some after.
      for (const paymentId of executed) await approvals.approve(paymentId, account.accountId);
      await approvals.close();

      const killed = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      let paying = true;
      const statuses = new Set<number>();
      const meanwhile = (async () => {
        while (paying) statuses.add(await pay(payer));
      })();
      await pause(0);
      process.kill(killed, 'SIGQUIT');
      await until('payments are refused', () => statuses.has(503));
      const began = performance.now();
      const before = acknowledged.length;
      await promote(standby.url);
      await until('payments are accepted', () => acknowledged.length >= before + 3);
      const seconds = (performance.now() - began) / 1_000;
      paying = false;
      await meanwhile;
      process.stdout.write(
        `failover: ${acknowledged.length} payments acknowledged, accepted again ${seconds.toFixed(1)} s after the promotion\n`,
      );

      expect([...statuses].sort()).toEqual([201, 503]);
      for (const paymentId of acknowledged) expect(await payer.get(`${product}/${paymentId}/status`)).toAnswer(200);
      const at = connectionUrl(bank.facts.ownerUrls['ais-pis'], join(folder, 'ca.pem'));
      for (const paymentId of executed)
        expect(await statusAfter(payer, `${product}/${paymentId}`, ['ACTC', 'ACFC', 'ACSP', 'PDNG'])).toBe('ACSC');
      const { rows: booked } = await asAdmin(at, (client) =>
        client.query('select trim_scale(booked)::text as booked from account_balance where account_id = $1', [account.accountId]),
      );
      // 100.00 less five times 12.50: each is debited once.
      expect(booked).toEqual([{ booked: '37.5' }]);
      const { rows } = await asAdmin(at, (client) => client.query<{ id: string }>('select payment_id as id from payment'));
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
    },
    slowMs,
  );
});
