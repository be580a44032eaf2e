import { randomUUID } from 'node:crypto';
import { asAdmin, limitRole } from '@open-banking/database';
import { ownBank, type Caller } from '@open-banking/testing';
import { anotherProcess, anotherService, type AnotherService } from '@open-banking/testing/bank';
import { describeWithPgBouncer, startPgBouncer } from '@open-banking/testing/database';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aPayer, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

const product = '/v1.7/payments/instant-sepa-credit-transfers';
const slowMs = 300_000;
const poolSize = 3;

describeWithPgBouncer('a service behind PgBouncer in transaction mode', () => {
  const bank = ownBank(['ais-pis']);
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let services: AnotherService[] = [];
  let refusal: unknown;
  let payer: Caller;
  let account: TestAccount;

  const serviceRole = { role: 'ais_pis', password: 'behind-pgbouncer' };
  const databaseUrl = () =>
    Object.assign(new URL(bank.facts.ownerUrls['ais-pis']), { username: serviceRole.role, password: serviceRole.password }).href;
  const start = (another: typeof anotherService = anotherService, { address } = pooler) =>
    another(bank, 'ais-pis', {
      databaseUrl: databaseUrl(),
      settings: { DATABASE_POOLER: address },
    });

  beforeAll(async () => {
    payer = await aPayer(bank);
    account = await anAccount(bank, [await aCustomer(bank)], { opened: true });
    // From here on everything goes through PgBouncer, background work included.
    process.kill(bank.facts.pids['ais-pis']!, 'SIGKILL');
    await asAdmin(bank.facts.adminUrl, (admin) => admin.query(`alter role ${serviceRole.role} password '${serviceRole.password}'`));
    pooler = await startPgBouncer(bank.facts.adminUrl, { [serviceRole.role]: serviceRole.password }, poolSize);
    refusal = await start().catch((error: unknown) => error);
    await asAdmin(databaseUrl(), (client) => limitRole(client, { statementTimeoutMs: 1_200, lockTimeoutMs: 1_000 }));
    await asAdmin(bank.facts.adminUrl, (admin) =>
      admin.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'ais_pis'"),
    );
    services = [await start(), await start(anotherProcess)];
  }, slowMs);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await pooler.stop();
  }, slowMs);

  it('does not start while its role has no time limits, and names the statements that set them', () => {
    expect(String(refusal)).toMatch(
      /role ais_pis has no time limits of its own.*alter role "ais_pis" in database "ais_pis" set idle_in_transaction_session_timeout = '10000ms'; .*lock_timeout = '1000ms'; .*statement_timeout = '1200ms'/,
    );
  });

  it(
    'does not start behind one that keeps no prepared statements, and names the version and the setting that it needs',
    async () => {
      const forgetful = await startPgBouncer(bank.facts.adminUrl, { [serviceRole.role]: serviceRole.password }, poolSize, 0);
      try {
        await expect(start(anotherService, forgetful)).rejects.toThrow('PgBouncer 1.21 or newer with max_prepared_statements = 200');
      } finally {
        await forgetful.stop();
      }
    },
    slowMs,
  );

  it('plans with the cost of pages that services set over direct connections', async () => {
    const { rows } = await asAdmin(databaseUrl(), (client) => client.query('show random_page_cost'));
    expect(rows).toEqual([{ random_page_cost: '1.1' }]);
  });

  it(
    'takes, repeats and executes payments over fewer connections than its processes would open',
    async () => {
      // Thirteen wait for three connections, which takes a slow machine longer than a request may wait.
      const [one, two] = services.map(({ baseUrl }) => payer.at(baseUrl).retrying);
      const approvals = await PaymentApprover.connect(bank);
      const headers = { 'x-request-id': randomUUID() };
      const first = await one!.post(product, inEuro, { headers });
      expect(first).toAnswer(201);
      expect(await two!.post(product, inEuro, { headers })).toAnswer(201, { paymentId: first.body.paymentId });
      const paid = await Promise.all(Array.from({ length: 12 }, (_, turn) => [one, two][turn % 2]!.post(product, inEuro)));
      expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([201]));
      const { paymentId } = first.body as { paymentId: string };
      await approvals.approve(paymentId, account.accountId);
      await approvals.close();
      expect(await statusAfter(one!, `${product}/${paymentId}`, ['RCVD', 'ACTC', 'ACFC', 'ACSP', 'PDNG'])).toBe('ACSC');
      const { rows } = await asAdmin(bank.facts.adminUrl, (admin) =>
        admin.query<{ count: number }>("select count(*)::int as count from pg_stat_activity where usename = 'ais_pis'"),
      );
      expect(rows[0]!.count).toBeLessThanOrEqual(poolSize);
    },
    slowMs,
  );

  it(
    'gives up on a lock that another transaction holds, as over a direct connection',
    async () => {
      const caller = payer.at(services[0]!.baseUrl).paced;
      expect(await caller.post(product, inEuro)).toAnswer(201);
      const refused = await asAdmin(bank.facts.ownerUrls['ais-pis'], async (owner) => {
        await owner.query('begin');
        await owner.query('lock table payment in exclusive mode');
        return caller.post(product, inEuro);
      });
      expect(refused).toAnswer(503, { tppMessages: [{ code: 'SERVICE_UNAVAILABLE' }] });
      expect(await caller.post(product, inEuro)).toAnswer(201);
    },
    slowMs,
  );
});
