import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { TestPayments } from '@open-banking/ais-pis-testing/an-executed-payment';
import { aPayer, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

const instant = '/v1.7/payments/instant-sepa-credit-transfers';
const maxTransactions = 10;

describe('fifty payments of one account that are approved at once', () => {
  const bank = runningBank(['ais-pis']);

  /** Approves fifty and waits for their ends; returns in how many transactions they were booked. */
  const transactionsOfFifty = async (): Promise<number> => {
    const [debtor, creditor] = [await aCustomer(bank), await aCustomer(bank)];
    const from = await anAccount(bank, [debtor], { booked: '100.00', opened: true });
    const [open, closed] = [
      await anAccount(bank, [creditor], { booked: '1.00', opened: true }),
      await anAccount(bank, [creditor], { booked: '1.00', opened: true }),
    ];
    await bank.database('ais-pis').query("update account set status = 'deleted' where account_id = $1", [closed.accountId]);
    const payer = await aPayer(bank);
    const [tooMuch, cancelled, toClosed] = [20, 25, 30];
    const asked = Array.from({ length: 50 }, (_, at) => ({
      ...inEuro,
      instructedAmount: { currency: 'EUR', amount: at === tooMuch ? '60.01' : '2.00' },
      creditorAccount: { iban: at === toClosed ? closed.iban : open.iban },
      endToEndIdentification: `E2E-${at}`,
    }));
    const ids: string[] = [];
    for (const one of asked) ids.push(((await payer.post(instant, one)).body as { paymentId: string }).paymentId);

    const approvals = await PaymentApprover.connect(bank);
    await approvals.approveTogether(ids, from.accountId, [ids[cancelled]!]);
    await approvals.close();

    const others = { [tooMuch]: 'RJCT', [cancelled]: 'CANC', [toClosed]: 'RJCT' };
    for (const [at, id] of ids.entries()) expect(await statusAfter(payer, `${instant}/${id}`, ['ACTC'])).toBe(others[at] ?? 'ACCC');
    const reasonOf = async (at: number) => (await payer.get(`${instant}/${ids[at]!}`)).body.tppMessages[0].text as string;
    expect([await reasonOf(tooMuch), await reasonOf(cancelled), await reasonOf(toClosed)]).toEqual([
      "AM04: The debtor's account has insufficient funds.",
      'CUST: The customer decided against the payment.',
      "AC07: The creditor's account is closed.",
    ]);

    const database = bank.database('ais-pis');
    const { rows: entries } = await database.query(
      `select end_to_end_id as id, balance_after::float8 as balance from entry where account_id = $1 and posting_id is not null order by entry_reference`,
      [from.accountId],
    );
    const executed = ids.flatMap((_, at) => (at in others ? [] : [`E2E-${at}`]));
    expect(entries).toEqual(executed.map((id, at) => ({ id, balance: 100 - 2 * (at + 1) })));
    const { rows: balances } = await database.query(
      'select booked::float8 as booked from account_balance where account_id = any($1) order by booked desc',
      [[from.accountId, open.accountId, closed.accountId]],
    );
    expect(balances).toEqual([{ booked: 95 }, { booked: 6 }, { booked: 1 }]);
    const { rows: transactions } = await database.query('select distinct xmin::text from posting where subject = any($1)', [ids]);
    return transactions.length;
  };

  it('are executed in few transactions, in the order of their approval; those that cannot be end with their own reason', async () => {
    let transactions = await transactionsOfFifty();
    // Where a transaction of many runs out of time, each is executed alone: on a machine that stood still, and not each time.
    for (let times = 1; transactions >= maxTransactions && times < 5; times += 1) transactions = await transactionsOfFifty();
    expect(transactions).toBeLessThan(maxTransactions);
  });
});

describe('a group of payments', () => {
  let bank: TestLedger;
  let payments: TestPayments;
  beforeAll(async () => {
    bank = await TestLedger.open();
    payments = new TestPayments(bank);
  });
  afterAll(() => bank.close());

  const accountsWith = (balances: readonly string[]) => Promise.all(balances.map((balance) => bank.account({ balance })));
  const times = <T>(count: number, one: (at: number) => Promise<T>): Promise<T[]> =>
    Array.from({ length: count }).reduce<Promise<T[]>>(async (done, _, at) => [...(await done), await one(at)], Promise.resolve([]));

  it('ends each payment as it would have ended alone, after those accepted before it', async () => {
    let seed = 7;
    const chance = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const orders = Array.from({ length: 60 }, () => ({
      from: chance(3),
      to: chance(4),
      cents: 1 + chance(6_000),
      later: chance(6) === 0,
      fee: chance(3),
    }));
    const run = async (together: boolean) => {
      const accounts = await accountsWith(['100.00', '20.00', '0']);
      const approve = async ({ from, to, cents, later, fee }: (typeof orders)[number]) =>
        payments.approved({
          from: accounts[from]!,
          ...(to < 3 && to !== from && { to: { iban: await bank.iban(accounts[to]!) } }),
          amount: (cents / 100).toFixed(2),
          fee: fee === 0 ? '1.00' : '0',
          ...(later && { executableInDays: 1 }),
        });
      const ids: string[] = [];
      for (const order of orders) {
        ids.push(await approve(order));
        if (!together) await payments.execute(ids.at(-1)!);
      }
      if (together) await payments.execute(...ids);
      return {
        histories: await Promise.all(ids.map((id) => payments.statusHistory(id))),
        balances: await Promise.all(accounts.map((id) => bank.balance(id))),
        entries: await Promise.all(
          accounts.map(async (id) => (await bank.entries(id)).map(({ amount, balance_after }) => [amount, balance_after])),
        ),
        instructed: await Promise.all(ids.map(async (id) => (await payments.instruction(id))?.amount)),
      };
    };
    const [alone, together] = [await run(false), await run(true)];
    expect(together).toEqual(alone);
    for (const end of ['ACTC ACFC', 'ACTC ACFC ACSP', 'ACTC ACFC ACSP ACCC', 'ACTC RJCT AM04']) expect(alone.histories).toContain(end);
  });

  it('releases, pays with and rejects what was reserved, all on one day', async () => {
    const [from, to, blocked] = await accountsWith(['100.00', '0', '50.00']);
    const iban = await bank.iban(to!);
    const ids = await times(6, (at) =>
      payments.approved({ from: at < 4 ? from! : blocked!, amount: '10.00', executableInDays: 1, ...(at % 2 === 0 && { to: { iban } }) }),
    );
    await payments.execute(...ids);
    expect(await bank.balance(from!)).toMatchObject({ booked: '100.00', reserved: '40.00' });
    await bank.owner.query("update account set status = 'blocked' where account_id = $1", [blocked]);
    bank.offsetMs = 86_400_000;
    await payments.execution.executeDue();
    bank.offsetMs = 0;
    expect(await Promise.all(ids.map((id) => payments.statusHistory(id)))).toEqual([
      ...['ACTC ACFC ACSP ACCC', 'ACTC ACFC ACSP', 'ACTC ACFC ACSP ACCC', 'ACTC ACFC ACSP'],
      ...['ACTC ACFC RJCT AC06', 'ACTC ACFC RJCT AC06'],
    ]);
    expect(await bank.balance(from!)).toMatchObject({ booked: '60.00', reserved: '0.00' });
    expect(await bank.balance(blocked!)).toMatchObject({ booked: '50.00', reserved: '0.00' });
  });

  it('executes the others if the database refuses one, which succeeds when that is mended', async () => {
    const [from, to] = await accountsWith(['25.00', '0']);
    const iban = await bank.iban(to!);
    const ids = await times(4, (at) =>
      payments.approved({ from: from!, to: { iban }, amount: '10.00', extraFields: { endToEndIdentification: at === 1 ? 'BAD' : 'GOOD' } }),
    );
    await bank.owner.query("alter table entry add constraint no_bad check (end_to_end_id <> 'BAD') not valid");
    await expect(payments.execute(...ids)).rejects.toThrow('no_bad');
    const histories = () => Promise.all(ids.map((id) => payments.statusHistory(id)));
    expect(await histories()).toEqual(['ACTC ACFC ACSP ACCC', 'ACTC', 'ACTC ACFC ACSP ACCC', 'ACTC RJCT AM04']);
    expect(await bank.balance(from!)).toMatchObject({ booked: '5.00' });
    await bank.owner.query('alter table entry drop constraint no_bad');
    await bank.owner.query("update account_balance set overdraft = '5.00' where account_id = $1", [from]);
    await payments.execute(...ids);
    expect((await histories())[1]).toBe('ACTC ACFC ACSP ACCC');
  });

  it('does not wait for a payment that somebody else holds, and executes the others if somebody holds an account of one', async () => {
    const [one, other] = await accountsWith(['50.00', '50.00']);
    const ids = await times(4, (at) => payments.approved({ from: at % 2 === 0 ? one! : other!, amount: '10.00' }));
    const holder = await bank.owner.connect();
    const withShortTimeout = await bank.withLockTimeout(500);
    const { execution } = new TestPayments(withShortTimeout);
    const holding = async (text: string, id: string): Promise<string[]> => {
      await holder.query('begin');
      await holder.query(text, [id]);
      const outcomes = await execution.executeAll(ids.map((paymentId) => ({ paymentId })));
      await holder.query('rollback');
      return outcomes.map(({ status }) => status);
    };
    const held = ids.slice(0, 2);
    expect(await holding('select from payment where payment_id = $1 for update', held[0]!)).toEqual([
      'rejected',
      ...['fulfilled', 'fulfilled', 'fulfilled'],
    ]);
    const later = await times(2, (at) => payments.approved({ from: at === 0 ? one! : other!, amount: '10.00' }));
    ids.splice(0, 4, ...later);
    expect(await holding('select from account_balance where account_id = $1 for update', one!)).toEqual(['rejected', 'fulfilled']);
    holder.release();
    await withShortTimeout.database.close();
    await payments.execute(...held, ...later);
    for (const id of [...held, ...later]) expect(await payments.statusHistory(id)).toBe('ACTC ACFC ACSP');
  });

  it('of two processes in opposite directions does not deadlock', async () => {
    const [one, other] = await accountsWith(['1000.00', '1000.00']);
    const ibans = [await bank.iban(one!), await bank.iban(other!)];
    const groups = await times(6, (group) =>
      times(50, () => payments.approved({ from: group % 2 === 0 ? one! : other!, to: { iban: ibans[(group + 1) % 2]! }, amount: '1.00' })),
    );
    await Promise.all(groups.map((ids) => payments.execute(...ids)));
    // The third of each direction again, by two at once: nothing is left to do.
    await Promise.all([payments.execute(...groups[4]!), payments.execute(...groups[4]!)]);
    const { rows } = await bank.owner.query(
      'select transaction_status as status, count(*)::int as count from payment where payment_id = any($1) group by 1',
      [groups.flat()],
    );
    expect(rows).toEqual([{ status: 'ACCC', count: 300 }]);
    expect([await bank.balance(one!), await bank.balance(other!)]).toMatchObject([{ booked: '1000.00' }, { booked: '1000.00' }]);
    const { rows: stats } = await bank.owner.query('select deadlocks::int from pg_stat_database where datname = current_database()');
    expect(stats).toEqual([{ deadlocks: 0 }]);
  });

  it('leaves a payment alone that does not exist', async () => {
    await expect(payments.execute(randomUUID(), randomUUID())).resolves.toBeUndefined();
  });
});
