import { randomUUID } from 'node:crypto';
import type { Transaction } from '@open-banking/database';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { TestPayments } from '@open-banking/ais-pis-testing/an-executed-payment';

describe('what checks cost a group of payments', () => {
  let bank: TestLedger;
  let payments: TestPayments;
  beforeAll(async () => {
    bank = await TestLedger.open();
    payments = new TestPayments(bank);
  });
  afterAll(() => bank.close());

  /** The names of the statements that execute a group. */
  const statementsOf = async (paymentIds: readonly string[]): Promise<string[]> => {
    const names: string[] = [];
    await bank.database.transaction(async (tx) => {
      const observed = Object.create(tx) as Transaction;
      observed.rows = (statement, ...args) => {
        names.push(statement.name);
        return tx.rows(statement, ...args);
      };
      observed.entities = (work) => tx.entities(work);
      observed.afterCommit = (action) => {
        tx.afterCommit(action);
      };
      await payments.groups.execute(observed, paymentIds);
    });
    return names;
  };
  const approvedPair = async (): Promise<string[]> => {
    const [from, to] = [await bank.account(), await bank.account()];
    const iban = await bank.iban(to);
    return [await payments.approved({ from, to: { iban } }), await payments.approved({ from, to: { iban } })];
  };

  it('is no statement for a bank without rules and port, and four more where there is a rule', async () => {
    const without = await statementsOf(await approvedPair());
    expect(without).toContain('execution.lock-group');
    expect(without.filter((name) => /^(checks|payment-bounds)\./.test(name))).toEqual([]);

    const psuId = randomUUID();
    await bank.owner.query(
      `insert into psu (psu_id, login, password_hash, name, language) values ($1::uuid, $1::text, 'none', 'Test', 'en')`,
      [psuId],
    );
    await bank.owner.query(
      `insert into payment_cap (psu_id, currency, per_day, set_by, set_at) values ($1, 'EUR', 20, 'operator', now())`,
      [psuId],
    );
    const ids = await approvedPair();
    await bank.owner.query('update payment set psu_id = $2 where payment_id = any($1)', [ids, psuId]);
    const ruled = await statementsOf(ids);
    expect(ruled.filter((name) => !without.includes(name))).toEqual([
      ...['payment-bounds.blocked', 'payment-bounds.lock', 'payment-bounds.of', 'payment-bounds.spent'],
    ]);
    expect(await Promise.all(ids.map((id) => payments.statusHistory(id)))).toEqual(['ACTC ACFC ACSP ACCC', 'ACTC RJCT AM02']);
  });
});
