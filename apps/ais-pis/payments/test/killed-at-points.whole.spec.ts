import { TestFeed, daysAgo } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';
import { killMs, KillablePayments, points, retrying } from '@open-banking/ais-pis-testing/killable-payments';

interface Paid {
  readonly paymentId: string;
  readonly account: TestAccount;
  readonly kept: boolean;
}

describe('a payment whose service is killed', () => {
  const killable = new KillablePayments();
  const { bank } = killable;
  const paid: Paid[] = [];
  let grouped = 0;
  beforeAll(() => killable.open(), killMs);
  afterAll(() => killable.close());

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
      const account = await anAccount(bank, [killable.customer], { opened: true });
      const paymentId = await killable.paidWhileKilled(point, at, account);
      paid.push({ paymentId, account, kept: point === 'funds reserved' });
      expect(await killable.paymentStatus(paymentId)).not.toBe('RCVD');
    },
    2 * killMs,
  );

  it.each(['before commit of debtor booked', 'before commit of payment settled', 'payment settled'])(
    'at "%s" within a group of payments is executed with the others of its group when the service has started again',
    async (at) => {
      const account = await anAccount(bank, [killable.customer], { opened: true });
      const creditorAccount = { iban: killable.inside.iban };
      const ids = await Promise.all(
        Array.from({ length: 8 }, () =>
          killable.accepted({
            ...inEuro,
            instructedAmount: { currency: 'EUR', amount: '12.50' },
            creditorAccount,
            debtorAccount: { iban: account.iban },
          }),
        ),
      );
      killable.killAt(at);
      await Promise.all([killable.approvals.approveTogether(ids, account.accountId), killable.killed()]);
      for (const id of ids) await retrying(async () => (await killable.paymentStatus(id)) === 'ACCC' || undefined);
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
      const [account, core] = [await anAccount(bank, [killable.customer], { opened: true }), new TestFeed(bank)];
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
      killable.killAt(at);
      const taken = retrying(async () => {
        const { status, body } = await core.send(steps);
        return status === 200 ? (body as unknown) : undefined;
      });
      await killable.killed();
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
      for (const { paymentId, kept } of paid)
        await retrying(async () => last(kept).includes(await killable.paymentStatus(paymentId)) || undefined);
      const {
        rows: [seen],
      } = await database.query<{ payments: number }>('select count(*)::int as payments from payment where client_id = $1', [
        killable.client.clientId,
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
