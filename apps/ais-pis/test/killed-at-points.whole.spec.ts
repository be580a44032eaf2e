import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TestFeed, daysAgo, ownBank, type Caller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { RetryPolicy } from '@open-banking/testing/sandbox';
import { aCustomer, anAccount, type TestAccount } from './a-customer.js';
import { inEuro } from './a-payment.js';
import { PaymentApprover } from './an-approval.js';

const preload = new URL('../../../testing/dist/kill-at-point.js', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'open-banking-kill-'));
const file = join(folder, 'point');
const retryPolicy = new RetryPolicy(150_000);
const instant = '/v1.7/payments/instant-sepa-credit-transfers';
const killMs = 150_000;

/** The fault points of a payment, by what reaches them: its request, the customer's approval, or a job. */
const points = [
  'payment accepted',
  'payment approved',
  'funds reserved',
  'debtor booked',
  'clearing instructed',
  'payment settled',
] as const;
type Point = (typeof points)[number];

interface Paid {
  readonly paymentId: string;
  readonly account: TestAccount;
  readonly kept: boolean;
}

describe('a payment whose service is killed', () => {
  const bank = ownBank(['ais-pis'], { NODE_OPTIONS: `--import ${preload}`, KILL_AT_FILE: file });
  let approvals: PaymentApprover;
  let customer: TestCustomer;
  let client: TestClient;
  let payer: Caller;
  let inside: TestAccount;
  const paid: Paid[] = [];
  let grouped = 0;

  beforeAll(async () => {
    approvals = await PaymentApprover.connect(bank);
    [customer, client] = [await aCustomer(bank), await bank.client()];
    payer = await client.withClientToken('payments', 'PIS');
    inside = await anAccount(bank, [customer], { opened: true });
  }, killMs);
  afterAll(async () => {
    await approvals.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Repeats the request with the same X-Request-ID until it succeeds, as a client would. */
  const retrying = <T>(ask: () => Promise<T | undefined>): Promise<T> => retryPolicy.retry('the bank', ask);

  const statusOf = (paymentId: string): Promise<string> =>
    retrying(async () => ((await payer.get(`${instant}/${paymentId}/status`)).body as { transactionStatus?: string }).transactionStatus);

  async function accepted(body: object): Promise<string> {
    const headers = { 'x-request-id': randomUUID() };
    return retrying(async () => {
      const {
        status,
        body: { paymentId },
      } = await payer.post(instant, body, { headers });
      return status === 201 ? (paymentId as string) : undefined;
    });
  }

  /** Approves on the bank's pages; after an interruption the customer starts again, unless the payment was approved. */
  const approvedOnPages = (paymentId: string): Promise<boolean> =>
    retrying(async () => {
      if ((await statusOf(paymentId)) !== 'RCVD') return true;
      await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
      return true;
    });

  async function pays(point: Point, account: TestAccount): Promise<string> {
    const creditorAccount = point === 'payment settled' ? { iban: inside.iban } : inEuro.creditorAccount;
    const paymentId = await accepted({ ...inEuro, creditorAccount, debtorAccount: { iban: account.iban } });
    if (point === 'payment accepted' || point === 'payment approved') await approvedOnPages(paymentId);
    else await approvals.approve(paymentId, account.accountId, { inDays: point === 'funds reserved' ? 1 : 0 });
    return paymentId;
  }

  /** Waits until the service has died (it removes the file first), and restarts it as a supervisor would. */
  async function killed(): Promise<void> {
    for (const until = performance.now() + killMs; existsSync(file); await pause(20))
      if (performance.now() > until) throw new Error('the service has not come to this point');
    await bank.restart('ais-pis');
  }

  it.each(
    points.flatMap(
      (point) =>
        [
          [point, `before commit of ${point}`],
          [point, point],
        ] as const,
    ),
  )(
    'at "%s" (%s) is acknowledged when its request is repeated',
    async (point, at) => {
      const account = await anAccount(bank, [customer], { opened: true });
      writeFileSync(file, at);
      const [paymentId] = await Promise.all([pays(point, account), killed()]);
      paid.push({ paymentId, account, kept: point === 'funds reserved' });
      expect(await statusOf(paymentId)).not.toBe('RCVD');
    },
    2 * killMs,
  );

  it.each(['before commit of debtor booked', 'before commit of payment settled', 'payment settled'])(
    'at "%s" within a group of payments is executed with the others of its group when the service has started again',
    async (at) => {
      const account = await anAccount(bank, [customer], { opened: true });
      const creditorAccount = { iban: inside.iban };
      const ids = await Promise.all(
        Array.from({ length: 8 }, () =>
          accepted({
            ...inEuro,
            instructedAmount: { currency: 'EUR', amount: '12.50' },
            creditorAccount,
            debtorAccount: { iban: account.iban },
          }),
        ),
      );
      writeFileSync(file, at);
      await Promise.all([approvals.approveTogether(ids, account.accountId), killed()]);
      for (const id of ids) await retrying(async () => (await statusOf(id)) === 'ACCC' || undefined);
      const { rows } = await bank
        .database('ais-pis')
        .query(
          'select amount::float8 as amount, balance_after::float8 as balance from entry where account_id = $1 and posting_id is not null order by entry_reference',
          [account.accountId],
        );
      expect(rows).toEqual(ids.map((_, done) => ({ amount: -12.5, balance: 100 - 12.5 * (done + 1) })));
      grouped += ids.length;
    },
    2 * killMs,
  );

  it.each(['before commit of feed taken', 'feed taken'])(
    'beside changes of the core at "%s" loses none of these and repeats none, when they are sent again',
    async (at) => {
      const [account, core] = [await anAccount(bank, [customer], { opened: true }), new TestFeed(bank)];
      const steps = Array.from({ length: 20 }, (_, n) =>
        core.step([
          {
            type: 'entry',
            accountId: account.accountId,
            transactionId: `T${n}`,
            bookingDate: daysAgo(0),
            valueDate: daysAgo(0),
            amount: '1.00',
            bankTransactionCode: 'PMNT-RCDT-ESCT',
          },
        ]),
      ).flat();
      await core.send(steps.slice(0, 5));
      writeFileSync(file, at);
      const taken = retrying(async () => {
        const { status, body } = await core.send(steps);
        return status === 200 ? (body as unknown) : undefined;
      });
      await killed();
      const seen = at === 'feed taken' ? 20 : 5;
      expect(await taken).toEqual({ sources: [{ source: core.source, position: '20', applied: 20 - seen, seen }] });
      const { rows } = await bank
        .database('ais-pis')
        .query('select booked::float8 as booked from account_balance where account_id = $1', [account.accountId]);
      expect(rows).toEqual([{ booked: 120 }]);
    },
    2 * killMs,
  );

  it(
    'exists once, is debited once and reaches its final status within a minute, with correct books',
    async () => {
      const database = bank.database('ais-pis');
      expect(paid).toHaveLength(2 * points.length);
      const last = (kept: boolean): readonly string[] => (kept ? ['ACFC'] : ['ACSP', 'ACSC', 'ACCC']);
      for (const { paymentId, kept } of paid) await retrying(async () => last(kept).includes(await statusOf(paymentId)) || undefined);
      const {
        rows: [seen],
      } = await database.query<{ payments: number }>('select count(*)::int as payments from payment where client_id = $1', [
        client.clientId,
      ]);
      expect(seen).toEqual({ payments: paid.length + grouped });
      for (const { account, kept } of paid) {
        const { rows } = await database.query(
          'select booked::float8 as booked, reserved::float8 as reserved from account_balance where account_id = $1',
          [account.accountId],
        );
        expect(rows).toEqual([kept ? { booked: 100, reserved: 12.5 } : { booked: 87.5, reserved: 0 }]);
      }
      const { ok, checks } = await ledgerCheck(bank.facts.ownerUrls as never);
      expect(checks.filter((check) => !check.ok)).toEqual([]);
      expect(ok).toBe(true);
    },
    2 * killMs,
  );
});
