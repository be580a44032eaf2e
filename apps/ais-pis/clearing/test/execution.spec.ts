import { testIban, TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { TestPayments } from '@open-banking/ais-pis-testing/an-executed-payment';

const day = 86_400_000;

describe('execution of an approved payment', () => {
  let bank: TestLedger;
  let payments: TestPayments;
  beforeAll(async () => {
    bank = await TestLedger.open();
    payments = new TestPayments(bank);
  });
  afterAll(() => bank.close());
  afterEach(() => {
    bank.offsetMs = 0;
  });

  it('to another bank: debits amount and fee and instructs clearing at once', async () => {
    const from = await bank.account();
    const id = await payments.executed({ from, fee: '5.00', product: 'target-2-payments' });
    expect(await payments.statusHistory(id)).toBe('ACTC ACFC ACSP');
    expect(await bank.entries(from)).toMatchObject([
      { amount: '-12.50', balance_after: '87.50' },
      { amount: '-5.00', balance_after: '82.50' },
    ]);
    expect(await payments.instruction(id)).toMatchObject({
      state: 'INSTRUCTED',
      amount: '12.50',
      message: {
        interbankSettlementAmount: { currency: 'EUR', amount: '12.50' },
        debtorAccount: { iban: await bank.iban(from) },
        creditor: { name: 'Bookshop' },
        creditorAccount: { iban: 'DE89370400440532013000' },
        paymentIdentification: { endToEndIdentification: 'E2E-1' },
      },
    });
  });

  it.each([
    ['has no owner who has approved', 'delete from holder where resource_id = $1'],
    ['needs two owners now', "update holder set rule = 'both' where resource_id = $1"],
  ])('ends without a booking if the account %s, be it due, reserved or dated', async (_, change) => {
    const accounts = [await bank.account(), await bank.account(), await bank.account(), await bank.account()] as const;
    const [due, reserved, dated, other] = [
      await payments.approved({ from: accounts[0] }),
      await payments.executed({ from: accounts[1], executableInDays: 1 }),
      await payments.executed({ from: accounts[2], requestedInDays: 1 }),
      await payments.approved({ from: accounts[3] }),
    ];
    for (const account of accounts.slice(0, 3)) await bank.owner.query(change, [account]);
    bank.offsetMs = day;
    await payments.execute(due, reserved, dated, other);
    expect(await Promise.all([due, reserved, dated, other].map((id) => payments.statusHistory(id)))).toEqual([
      'ACTC RJCT DS0H',
      'ACTC ACFC RJCT DS0H',
      'ACTC PDNG RJCT DS0H',
      'ACTC ACFC ACSP',
    ]);
    for (const account of accounts.slice(0, 3)) {
      const { booked, reserved } = await bank.balance(account);
      expect([Number(booked), Number(reserved)]).toEqual([100, 0]);
    }
  });

  it('within the bank: credits the creditor in the same posting and is final', async () => {
    const from = await bank.account();
    const to = await bank.account({ balance: '0' });
    const id = await payments.executed({
      from,
      to: { iban: await bank.iban(to) },
      extraFields: { remittanceInformationUnstructured: 'Thanks' },
    });
    expect(await payments.statusHistory(id)).toBe('ACTC ACFC ACSP ACCC');
    expect(await bank.balance(from)).toMatchObject({ booked: '87.50' });
    expect(await bank.balance(to)).toMatchObject({ booked: '12.50' });
    expect(await payments.instruction(id)).toBeUndefined();
    const { rows } = await bank.owner.query(
      `select debtor_name, debtor_account, creditor_name, remittance_unstructured, end_to_end_id, bank_transaction_code as code from entry where posting_id is not null and account_id = any($1) order by amount`,
      [[from, to]],
    );
    expect(rows).toEqual([
      {
        debtor_name: null,
        debtor_account: null,
        creditor_name: 'Bookshop',
        remittance_unstructured: 'Thanks',
        end_to_end_id: 'E2E-1',
        code: 'PMNT-ICDT-BOOK',
      },
      {
        debtor_name: 'Owner',
        debtor_account: { iban: await bank.iban(from) },
        creditor_name: null,
        remittance_unstructured: 'Thanks',
        end_to_end_id: 'E2E-1',
        code: 'PMNT-RCDT-BOOK',
      },
    ]);
  });

  it('finds an account of the bank by its domestic number too', async () => {
    const from = await bank.account({ currency: 'ILS' });
    const to = await bank.account({ currency: 'ILS', balance: '0' });
    const id = await payments.executed({ from, currency: 'ILS', product: 'masav', to: { bban: (await bank.iban(to)).slice(4) } });
    expect(await payments.statusHistory(id)).toBe('ACTC ACFC ACSP ACCC');
    expect(await bank.balance(to)).toMatchObject({ booked: '12.50' });
  });

  it('waits for the day of a future-dated payment without a reservation, then executes it', async () => {
    const from = await bank.account();
    const id = await payments.executed({ from, requestedInDays: 3 });
    expect(await payments.statusHistory(id)).toBe('ACTC PDNG');
    expect(await bank.balance(from)).toMatchObject({ booked: '100.00', reserved: '0' });
    bank.offsetMs = 2 * day;
    await payments.execution.executeDue();
    expect(await payments.statusHistory(id)).toBe('ACTC PDNG');
    bank.offsetMs = 3 * day;
    await payments.execution.executeDue();
    expect(await payments.statusHistory(id)).toBe('ACTC PDNG ACFC ACSP');
    expect(await bank.balance(from)).toMatchObject({ booked: '87.50', booked_before: '100.00', today: true });
  });

  it('reserves the funds of a payment approved after the cut-off until the next business day', async () => {
    const from = await bank.account();
    const id = await payments.executed({ from, executableInDays: 2, fee: '5.00', product: 'target-2-payments' });
    expect(await payments.statusHistory(id)).toBe('ACTC ACFC');
    expect(await bank.balance(from)).toMatchObject({ booked: '100.00', reserved: '17.50' });
    const { rows } = await bank.owner.query('select amount::text, value_date::text, creditor_name from pending_entry where subject = $1', [
      id,
    ]);
    expect(rows).toEqual([{ amount: '-17.50', value_date: payments.day(2), creditor_name: 'Bookshop' }]);
    bank.offsetMs = 2 * day;
    await payments.execution.executeDue();
    expect(await payments.statusHistory(id)).toBe('ACTC ACFC ACSP');
    expect(await bank.balance(from)).toMatchObject({ booked: '82.50', reserved: '0.00' });
  });

  it.each<[says: string, account: object, payment: object, reason: string]>([
    ['insufficient funds', { balance: '12.49' }, {}, 'AM04'],
    ['insufficient funds for the fee', { balance: '17.49' }, { fee: '5.00' }, 'AM04'],
    ['insufficient funds to reserve', { balance: '12.49' }, { executable: 1 }, 'AM04'],
    ['a blocked account', { status: 'blocked' }, {}, 'AC06'],
    ['a closed account', { status: 'deleted' }, {}, 'AC04'],
    ['an IBAN of this bank without an account', {}, { to: { iban: testIban('77') } }, 'AC01'],
  ])('rejects a payment with %s, next to one without that fault', async (_, account, payment, reason) => {
    const poor = await bank.account(account);
    expect(await payments.statusHistory(await payments.executed({ from: poor, ...payment }))).toBe(`ACTC RJCT ${reason}`);
    expect(await bank.entries(poor)).toEqual([]);
    expect(
      await payments.statusHistory(
        await payments.executed({ from: await bank.account({ balance: '17.50' }), ...payment, to: { iban: 'DE89370400440532013000' } }),
      ),
    ).toMatch(/^ACTC ACFC/);
  });

  it('rejects a payment to an account at the bank that is closed or has another currency', async () => {
    const pays = async (to: object) =>
      payments.statusHistory(
        await payments.executed({ from: await bank.account(), to: { iban: await bank.iban(await bank.account(to)) } }),
      );
    expect(await pays({ status: 'deleted' })).toBe('ACTC RJCT AC07');
    expect(await pays({ currency: 'ILS' })).toBe('ACTC RJCT AM03');
    expect(await pays({ status: 'blocked' })).toBe('ACTC ACFC ACSP ACCC');
  });

  it('releases the reservation if the account is blocked before the day', async () => {
    const from = await bank.account();
    const id = await payments.executed({ from, executableInDays: 1 });
    await bank.owner.query("update account set status = 'blocked' where account_id = $1", [from]);
    bank.offsetMs = day;
    await payments.execution.executeDue();
    expect(await payments.statusHistory(id)).toBe('ACTC ACFC RJCT AC06');
    expect(await bank.balance(from)).toMatchObject({ booked: '100.00', reserved: '0.00' });
  });

  it('takes effect once, however often and concurrently it runs', async () => {
    const from = await bank.account();
    const id = await payments.approved({ from });
    await Promise.all(Array.from({ length: 8 }, () => payments.execute(id)));
    expect(await payments.statusHistory(id)).toBe('ACTC ACFC ACSP');
    expect(await bank.balance(from)).toMatchObject({ booked: '87.50' });
  });

  it("applies clearing's answer once: accepted, and later possibly returned, with the amount but not the fee", async () => {
    const from = await bank.account();
    const id = await payments.executed({ from, fee: '5.00', product: 'target-2-payments' });
    const { instruction_id: instructionId } = (await payments.instruction(id))!;
    expect(await Promise.all([payments.clearing.accepted(instructionId), payments.clearing.accepted(instructionId)])).toContain(false);
    expect(await payments.clearing.rejected(instructionId, 'AC01')).toBe(false);
    expect(await payments.statusHistory(id)).toBe('ACTC ACFC ACSP ACSC');
    await bank.owner.query("update account set status = 'deleted' where account_id = $1", [from]);
    expect(await payments.clearing.returned(instructionId, 'AC01')).toBe(true);
    expect(await payments.clearing.returned(instructionId, 'AC01')).toBe(false);
    expect(await payments.statusHistory(id)).toBe('ACTC ACFC ACSP ACSC');
    expect((await bank.entries(from)).map(({ amount }) => amount)).toEqual(['-12.50', '-5.00', '12.50']);
  });

  it('reverses amount and fee if clearing rejects the payment', async () => {
    const from = await bank.account();
    const id = await payments.executed({ from, fee: '5.00', product: 'target-2-payments' });
    const { instruction_id: instructionId } = (await payments.instruction(id))!;
    expect(await payments.clearing.returned(instructionId, 'AC01')).toBe(false);
    expect(await payments.clearing.rejected(instructionId, 'AC01')).toBe(true);
    expect(await payments.clearing.rejected(instructionId, 'AC01')).toBe(false);
    expect(await payments.clearing.accepted(instructionId)).toBe(false);
    expect(await payments.statusHistory(id)).toBe('ACTC ACFC ACSP RJCT AC01');
    expect(await bank.balance(from)).toMatchObject({ booked: '100.00' });
    expect(await bank.entries(from)).toHaveLength(4);
  });
});
