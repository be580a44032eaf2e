import { randomInt, randomUUID } from 'node:crypto';
import { daysAgo, inDays, newCustomer, runningBank, type TestCustomer } from '@open-banking/testing';
import { TestErasure } from '@open-banking/testing/erasure';

interface TestLoan {
  readonly loanId: string;
  readonly accountId: string;
}

describe('the erasure of a customer in loan services', () => {
  /** Other specs prove that the loans of this bank add up. Before the bank, whose connections end after the tests, too. */
  const loans: TestLoan[] = [];
  afterAll(async () => {
    for (const { loanId, accountId } of loans) {
      for (const table of ['collateral', 'guarantor', 'instalment', 'loan'])
        await database().query(`delete from ${table} where loan_id = $1`, [loanId]);
      await database().query('delete from branch_account where account_id = $1', [accountId]);
      await database().query('delete from holder where resource_id = any($1)', [[loanId, accountId]]);
    }
  });
  const bank = runningBank(['ais-pis', 'savings-loans', 'loan-services']);
  const database = () => bank.database('loan-services');
  const erasure = () => new TestErasure(bank, 'loan-services');
  const canary = (): string => `zq${randomUUID().slice(0, 8)}`;
  const repay = ({ loanId }: TestLoan) => database().query("update loan set status = 'closed' where loan_id = $1", [loanId]);

  /** A loan and its account, with the text wherever one can stand. */
  const planted = async (owners: readonly TestCustomer[], text: string, accountNumber = String(randomInt(1e8, 1e9))): Promise<TestLoan> => {
    const [loanId, accountId] = [randomUUID(), randomUUID()];
    await database().query(
      `insert into branch_account (account_id, branch_number, account_number, iban, currency, owner_name, usage, monthly_net_income, customer_since)
      values ($1, '9', $2, $3, 'ILS', $3, 'PRIV', 10000, '2020-01-01')`,
      [accountId, accountNumber, text],
    );
    await database().query(
      `insert into loan (loan_id, account_id, product, currency, original_amount, interest_type, annual_interest_rate, start_date, end_date, status, early_repayment_from)
      values ($1, $2, 'Loan', 'ILS', 1000, 'fixed', 5, '2024-01-01', '2029-01-01', 'active', '2024-01-01')`,
      [loanId, accountId],
    );
    await database().query("insert into collateral values ($1, 1, 'property', $2, 1000, 'ILS', '2024-01-01')", [loanId, text]);
    await database().query('insert into guarantor values ($1, 1, $2, 500)', [loanId, text]);
    for (const { psuId } of owners)
      for (const resourceId of [loanId, accountId])
        await database().query("insert into holder (psu_id, resource_id, rule) values ($1, $2, 'any')", [psuId, resourceId]);
    return { loanId, accountId };
  };
  const aLoan = async (...given: Parameters<typeof planted>): Promise<TestLoan> => {
    const loan = await planted(...given);
    loans.push(loan);
    return loan;
  };
  const places = ['branch_account', 'collateral', 'guarantor'];

  it('leaves no name, number or text in any table, and those of another customer as they are', async () => {
    const [customer, other] = [await newCustomer(bank), await newCustomer(bank)];
    const [theirs, others, accountNumber] = [canary(), canary(), String(randomInt(1e8, 1e9))];
    const loan = await aLoan([customer], theirs, accountNumber);
    await aLoan([other], others);
    expect(await erasure().placesOf(theirs)).toEqual(places.map((table) => `${theirs} in ${table}`));
    await repay(loan);
    expect(await erasure().check(customer)).toEqual({ obstacles: [] });
    expect(await erasure().erased(customer, theirs)).toMatchObject({
      done: true,
      erased: { branch_account: 1, collateral: 1, guarantor: 1 },
    });
    expect(await erasure().placesOf(theirs, accountNumber)).toEqual([]);
    expect(await erasure().placesOf(others)).toEqual(places.map((table) => `${others} in ${table}`));
    expect(await erasure().erased(customer, null)).toMatchObject({ done: true, erased: {} });
  });

  it('waits for loans that are not repaid', async () => {
    const customer = await newCustomer(bank);
    const text = canary();
    const loan = await aLoan([customer], text);
    expect(await erasure().erased(customer, null)).toMatchObject({
      done: false,
      obstacles: [{ what: 'loan', id: loan.loanId, must: 'be repaid and closed' }],
    });
    expect(await erasure().placesOf(text)).toHaveLength(3);
    await repay(loan);
    expect(await erasure().erased(customer, null)).toMatchObject({ done: true });
    expect(await erasure().placesOf(text)).toEqual([]);
  });

  it('takes from what is shared the name alone', async () => {
    const [first, second] = [await newCustomer(bank), await newCustomer(bank)];
    const [name, rest] = [canary(), canary()];
    await aLoan([first, second], `${name} ${rest}`);
    expect(await erasure().erased(first, name)).toMatchObject({ done: true });
    expect(await erasure().placesOf(rest)).toEqual(places.map((table) => `${rest} in ${table}`));
    expect(await erasure().placesOf(name)).toEqual([`${name} in branch_account`]);
  });

  const paid = ({ loanId }: TestLoan, on: string) =>
    database().query(
      `insert into instalment (loan_id, number, due_date, opening_balance, interest, principal, instalment, closing_balance, paid_on)
      values ($1, 1, $2, 1000, 0, 1000, 1000, 0, $2) on conflict (loan_id, number) do update set paid_on = excluded.paid_on`,
      [loanId, on],
    );

  it('keeps a loan and its account for what was paid, for as long as the law keeps it', async () => {
    const [customer, text] = [await newCustomer(bank), canary()];
    const loan = await aLoan([customer], text);
    await repay(loan);
    await paid(loan, daysAgo(10));
    const kept = await erasure().erased(customer, text, [], 7);
    expect(kept).toEqual({ done: true, erased: {}, obstacles: [], keptUntil: expect.any(String) as string });
    expect(kept.keptUntil! > inDays(0)).toBe(true);
    expect(await erasure().placesOf(text)).toEqual(places.map((table) => `${text} in ${table}`));
    await paid(loan, daysAgo(300));
    expect(await erasure().erased(customer, text, [], 7)).toMatchObject({
      erased: { branch_account: 1, collateral: 1, guarantor: 1 },
      keptUntil: null,
    });
    expect(await erasure().placesOf(text)).toEqual([]);
  });

  it('keeps an account for a loan that another customer has paid from it, and says until when', async () => {
    const [customer, other, text] = [await newCustomer(bank), await newCustomer(bank), canary()];
    const loan = await aLoan([customer], text);
    await database().query('update holder set psu_id = $2 where resource_id = $1', [loan.loanId, other.psuId]);
    await paid(loan, daysAgo(10));
    expect(await erasure().erased(customer, text, [], 7)).toMatchObject({ erased: {}, keptUntil: expect.any(String) as string });
    await paid(loan, daysAgo(300));
    expect(await erasure().erased(customer, text, [], 7)).toMatchObject({ erased: { branch_account: 1 }, keptUntil: null });
  });
});
