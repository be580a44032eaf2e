import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { asAdmin } from '@open-banking/database';
import { internalCall, ownBank, type TestClient } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { anotherService } from '@open-banking/testing/bank';
import { adjustmentsInternal, creditTransfersInternal, recoveryInternal } from '@open-banking/spec';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';
import { anOperator } from '@open-banking/ais-pis-testing/an-operator';

const program = fileURLToPath(new URL('../../../../cli/bin/openbank.mjs', import.meta.url));
const product = '/v1.7/payments/instant-sepa-credit-transfers';
const slowMs = 300_000;
const timeoutMs = 120_000;

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await pause(50)) {
    const found = await ask().catch(() => undefined);
    if (found !== undefined) return found;
  }
  throw new Error(`${what}: not within ${timeoutMs / 1_000} s`);
}

describe('a bank whose database was restored from a backup', () => {
  const bank = ownBank(['ais-pis']);
  let approvals: PaymentApprover;
  beforeAll(async () => {
    bank.database('ais-pis').on('error', () => undefined);
    approvals = await PaymentApprover.connect(bank);
  });
  afterAll(() => approvals.close());

  const openbank = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((settle) => {
      execFile(
        process.execPath,
        [program, ...args, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile],
        (error, out, err) => {
          settle({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
        },
      );
    });
  const state = async () =>
    (await internalCall(bank.operator, 'ais-pis', recoveryInternal.readRecovery)).body as { state: string; reason?: string };
  const balance = async ({ accountId }: TestAccount) =>
    (
      await bank
        .database('ais-pis')
        .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [accountId])
    ).rows[0]?.booked;

  /** Copies the database's files in their current state. */
  const backup = () =>
    asAdmin(bank.facts.adminUrl, async (admin) => {
      await admin.query('drop database if exists ais_pis_backup');
      await admin.query('alter database ais_pis allow_connections false');
      await until('the backup', async () => {
        await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'ais_pis'`);
        return admin.query('create database ais_pis_backup template ais_pis strategy file_copy owner ais_pis_owner');
      });
      await admin.query('alter database ais_pis allow_connections true');
      await admin.query('alter database ais_pis_backup allow_connections true');
    });
  const restore = () =>
    asAdmin(bank.facts.adminUrl, async (admin) => {
      await admin.query('drop database ais_pis with (force)');
      await admin.query('alter database ais_pis_backup rename to ais_pis');
      await admin.query('grant connect on database ais_pis to ais_pis');
    });

  const pays = async (client: TestClient) => client.withClientToken('payments', 'PIS');
  const requested = async (client: TestClient, endToEndIdentification: string, requestId: string = randomUUID()) =>
    (await pays(client)).post(product, { ...inEuro, endToEndIdentification }, { headers: { 'x-request-id': requestId } });
  const paymentStatus = async (client: TestClient, paymentId: string) =>
    ((await (await pays(client)).get(`${product}/${paymentId}/status`)).body as { transactionStatus?: string }).transactionStatus;
  const settled = (client: TestClient, paymentId: string) =>
    until(`${paymentId} is paid`, async () => (await paymentStatus(client, paymentId)) === 'ACSC' || undefined);
  const paid = async (client: TestClient, account: TestAccount, endToEndId: string) => {
    const { paymentId } = (await requested(client, endToEndId)).body as { paymentId: string };
    await approvals.approve(paymentId, account.accountId);
    await settled(client, paymentId);
    return paymentId;
  };

  it(
    'moves no money until the instructions that clearing received are recovered; then each payment exists once and cannot be repeated',
    async () => {
      const account = await anAccount(bank, [await aCustomer(bank)], { opened: true });
      const client = await bank.client();
      const [dana, omer] = [await anOperator(bank, ['read', 'act', 'approve']), await anOperator(bank, ['read', 'act', 'approve'])];
      await paid(client, account, 'E2E-BEFORE');
      const requestId = randomUUID();
      const { paymentId: waiting } = (await requested(client, 'E2E-WAITING', requestId)).body as { paymentId: string };
      const adjustmentId = randomUUID();
      await dana.call(
        adjustmentsInternal.proposeAdjustment,
        { iban: account.iban, amount: { currency: 'EUR', amount: '1.00' }, reason: 'x' },
        { adjustmentId },
      );
      await backup();
      await until('the bank answers', async () => (await state()).state === 'none' || undefined);
      await approvals.approve(waiting, account.accountId);
      await settled(client, waiting);
      const lost = await paid(client, account, 'E2E-LOST');
      expect(await balance(account)).toBe('62.50');
      await restore();

      const refused = await until('money stands still', async () => {
        const answer = await requested(client, `E2E-${randomUUID().slice(0, 8)}`);
        return answer.status === 503 && JSON.stringify(answer.body).includes('restored from a backup') ? answer : undefined;
      });
      expect(refused).toAnswer(503, {
        tppMessages: [{ code: 'SERVICE_UNAVAILABLE', text: expect.stringContaining('restored from a backup') }],
      });
      expect(refused.headers['retry-after']).toBe('30');
      expect(await requested(client, 'E2E-WAITING', requestId)).toAnswer(201, { paymentId: waiting });
      expect(await balance(account)).toBe('87.50');
      const transfer = {
        product: 'sepa-credit-transfers',
        amount: { currency: 'EUR', amount: '5.00' },
        debtorName: 'Acme',
        creditorAccount: { iban: account.iban },
      };
      const transferId = randomUUID();
      const incoming = () =>
        internalCall(bank.operator, 'ais-pis', creditTransfersInternal.receiveCreditTransfer, transfer, { transferId });
      expect(await incoming()).toAnswer(503, { tppMessages: [{ text: expect.stringContaining('restored from a backup') }] });
      expect(await omer.call(adjustmentsInternal.approveAdjustment, undefined, { adjustmentId })).toAnswer(503);
      await expect(approvals.approve(waiting, account.accountId)).rejects.toMatchObject({ status: 503 });
      expect(await paymentStatus(client, waiting)).toBe('RCVD');
      expect(
        await (
          await client.withClientToken('consents', 'AIS')
        ).post('/v1.7/consents', {
          access: { allPsd2: 'allAccounts' },
          recurringIndicator: true,
          validUntil: '9999-12-31',
          frequencyPerDay: 4,
          combinedServiceIndicator: false,
        }),
      ).toAnswer(201);

      const second = await anotherService(bank, 'ais-pis');
      try {
        const elsewhere = await fetch(`${second.internalUrl}/metrics`);
        expect(await elsewhere.text()).toMatch(/^openbank_recovery_open\{service="ais-pis"\} 1$/m);
      } finally {
        await second.stop();
      }

      expect(await openbank('recover', 'status')).toMatchObject({
        code: 0,
        out: expect.stringContaining('Money movement has been stopped'),
      });
      const done = await openbank('recover', '--json');
      expect([done.err, JSON.parse(done.out)]).toMatchObject(['', { state: 'none', known: 1, recovered: 2, problems: [] }]);
      expect(await balance(account)).toBe('62.50');
      for (const paymentId of [waiting, lost]) await settled(client, paymentId);
      expect(await balance(account)).toBe('62.50');
      expect(await (await pays(client)).get(`${product}/${lost}`)).toAnswer(200, {
        paymentId: lost,
        transactionStatus: 'ACSC',
        endToEndIdentification: 'E2E-LOST',
        creditorName: 'Bookshop',
      });
      expect(await requested(client, 'E2E-LOST')).toAnswer(409, {
        tppMessages: [{ code: 'STATUS_INVALID', path: '/endToEndIdentification', text: expect.stringContaining(lost) }],
      });
      expect(await requested(client, 'E2E-NEW')).toAnswer(201);
      expect(await requested(await bank.client(), 'E2E-LOST')).toAnswer(201);
      expect(await incoming()).toAnswer(200, { state: 'booked' });
      expect(await omer.call(adjustmentsInternal.approveAdjustment, undefined, { adjustmentId })).toAnswer(200, { state: 'BOOKED' });
      const { checks } = await ledgerCheck(bank.operator.databases as Parameters<typeof ledgerCheck>[0]);
      expect(checks.filter(({ name, ok }) => /^a (payment|posting|counter)/.test(name) && !ok)).toEqual([]);
      expect((await openbank('recover')).out).toBe('There is nothing to recover.\n');
    },
    slowMs,
  );

  it(
    'is detected by a starting service before its first request; problems are reported and must be accepted to end the recovery',
    async () => {
      const customer = await aCustomer(bank);
      const account = await anAccount(bank, [customer], { opened: true });
      await backup();
      await until('the bank answers', async () => (await state()).state === 'none' || undefined);
      const newAccount = await anAccount(bank, [customer], { opened: true });
      const client = await bank.client();
      const paidFromOld = await paid(client, account, 'E2E-OF-NEW-CLIENT');
      const paidFromNew = await paid(client, newAccount, 'E2E-OF-NEW-ACCOUNT');
      process.kill(bank.facts.pids['ais-pis']!, 'SIGKILL');
      await restore();
      await bank.restart('ais-pis');
      expect(await state()).toMatchObject({ state: 'open', reason: expect.any(String) });
      const known = await bank.client();
      expect(await requested(known, 'E2E-1')).toAnswer(503);

      const report = await openbank('recover');
      expect(report).toMatchObject({
        code: 1,
        out: expect.stringContaining(`payment ${paidFromNew}: AC01`),
        err: expect.stringContaining('despite problems'),
      });
      expect(await requested(known, 'E2E-1')).toAnswer(503);
      expect(await balance(account)).toBe('87.50');
      expect(await openbank('recover', '--despite-problems', '--json')).toMatchObject({
        code: 0,
        out: expect.stringContaining('"state":"none"'),
      });
      expect(await requested(known, 'E2E-1')).toAnswer(201);
      expect(await balance(account)).toBe('87.50');
      const { rows } = await bank
        .database('ais-pis')
        .query(`select transaction_status as status, client_id from payment where payment_id = $1`, [paidFromOld]);
      expect(rows).toMatchObject([{ client_id: client.clientId, status: expect.stringMatching(/^ACS[PC]$/) }]);
      expect(await state()).toEqual({ state: 'none' });
    },
    slowMs,
  );
});
