import { ledgerCheck } from '@open-banking/testing/database';
import { anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { killMs, KillablePayments, retrying } from '@open-banking/ais-pis-testing/killable-payments';

/** One point; killed-at-points.whole.spec.ts kills the service at each, within groups, and beside the feed. */
describe('a payment whose service is killed before its debit is committed', () => {
  const killable = new KillablePayments();
  beforeAll(() => killable.open(), killMs);
  afterAll(() => killable.close());

  it(
    'is debited once and reaches its final status, with correct books',
    async () => {
      const { bank, customer } = killable;
      const account = await anAccount(bank, [customer], { opened: true });
      const paymentId = await killable.paidWhileKilled('debtor booked', 'before commit of debtor booked', account);
      await retrying(async () => ['ACSP', 'ACSC', 'ACCC'].includes(await killable.paymentStatus(paymentId)) || undefined);
      const { rows } = await bank
        .database('ais-pis')
        .query('select booked::float8 as booked, reserved::float8 as reserved from account_balance where account_id = $1', [
          account.accountId,
        ]);
      expect(rows).toEqual([{ booked: 87.5, reserved: 0 }]);
      const { checks } = await ledgerCheck(bank.facts.ownerUrls as never);
      expect(checks.length).toBeGreaterThan(0);
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    },
    2 * killMs,
  );
});
