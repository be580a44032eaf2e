import { randomUUID } from 'node:crypto';
import { clearingInternal } from '@open-banking/spec';
import { internalCall, until } from '@open-banking/testing';
import { TestCoreBankingSystem } from '@open-banking/testing/core-banking';
import { ledgerCheck } from '@open-banking/testing/database';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

const product = '/v1.7/payments/instant-sepa-credit-transfers';
const passing = ['RCVD', 'ACTC', 'ACFC', 'ACSP'];
const refusing = { iban: 'DE02120300000000202051' };
const sendingBack = { iban: 'DE02500105170137075030' };
const instructedTransactionId = (paymentId: string): string => paymentId.replaceAll('-', '');

describe('a bank that posts its instructions to its core', () => {
  const core = new TestCoreBankingSystem(
    { CORE_HOLDS_FUNDS: '1' },
    { refuse: { [refusing.iban]: 'AC04' }, sendBack: { [sendingBack.iban]: 'AC06' } },
  );
  const { bank } = core;
  let approvals: PaymentApprover;
  beforeAll(async () => {
    approvals = await PaymentApprover.connect(bank);
  });
  afterAll(() => approvals.close());
  afterEach(() => {
    core.system.server.shares = {};
  });

  async function paid(over: object = {}, terms: { fee?: string; inDays?: number } = {}, of?: { readonly accountId: string }) {
    const { accountId } = of ?? (await anAccount(bank, [await aCustomer(bank)], { opened: true }));
    const payer = await (await bank.client()).withClientToken('payments', 'PIS');
    const { paymentId } = (await payer.post(product, { ...inEuro, ...over })).body as { paymentId: string };
    await approvals.approve(paymentId, accountId, terms);
    return {
      accountId,
      paymentId,
      end: () => statusAfter(payer, `${product}/${paymentId}`, passing),
      status: (...before: string[]) => statusAfter(payer, `${product}/${paymentId}`, before),
      available: async () =>
        (
          await bank
            .database('ais-pis')
            .query<{ available: string }>('select (booked - reserved)::text as available from account_balance where account_id = $1', [
              accountId,
            ])
        ).rows[0]!.available,
    };
  }
  const debited = (paymentId: string) => ({ [instructedTransactionId(paymentId)]: '-12.5' });

  it('has its payments booked there, told and answered without a connector, with the fee beside', async () => {
    const payment = await paid({}, { fee: '1.00' });
    expect(await payment.end()).toBe('ACSC');
    expect(await core.entries(payment.accountId)).toEqual({
      ...debited(payment.paymentId),
      [`${instructedTransactionId(payment.paymentId)}F`]: '-1',
    });
    expect(await payment.available()).toBe('86.50');
  });

  it('has the payment rejected that the core refuses, and nothing is booked on either side', async () => {
    const payment = await paid({ creditorAccount: refusing });
    expect(await payment.end()).toBe('RJCT');
    expect([await core.entries(payment.accountId), await payment.available()]).toEqual([{}, '100.00']);
  });

  it('has a creditor at this bank credited, by the feed', async () => {
    const creditor = await anAccount(bank, [await aCustomer(bank)], { opened: true });
    const payment = await paid({ creditorAccount: { iban: creditor.iban } });
    expect(await payment.end()).toBe('ACSC');
    expect(await core.entries(creditor.accountId)).toEqual({ [`${instructedTransactionId(payment.paymentId)}C`]: '12.5' });
  });

  it('is told by the core of money that came back, and has it credited', async () => {
    const payment = await paid({ creditorAccount: sendingBack });
    expect(await payment.end()).toBe('ACSC');
    const state = async () =>
      (
        await bank
          .database('ais-pis')
          .query<{ state: string }>('select state from clearing_instruction where payment_id = $1', [payment.paymentId])
      ).rows[0]!.state;
    await until('it is there', async () => (await state()) === 'RETURNED');
    expect(await core.entries(payment.accountId)).toEqual({
      ...debited(payment.paymentId),
      [`${instructedTransactionId(payment.paymentId)}R`]: '12.5',
    });
  });

  it.each(['slow', 'twice', 'late', 'lost'] as const)(
    'is debited once by a core that is %s, and knows the answer',
    async (misbehaviour) => {
      core.system.server.shares = { [misbehaviour]: 1 };
      const { accountId } = await anAccount(bank, [await aCustomer(bank)], { opened: true });
      const payments = [await paid({}, {}, { accountId }), await paid({}, {}, { accountId })];
      // Lost answers are asked for until one comes.
      if (misbehaviour === 'lost')
        await until(
          'it is there',
          async () => (await core.rows('select from bookkeeping.instruction where subject = $1', [payments[1]!.paymentId])).length === 1,
        );
      if (misbehaviour === 'lost') core.system.server.shares = {};
      for (const payment of payments) expect(await payment.end()).toBe('ACSC');
      expect(await core.entries(accountId)).toEqual({ ...debited(payments[0]!.paymentId), ...debited(payments[1]!.paymentId) });
      expect(await payments[0]!.available()).toBe('75.00');
    },
  );

  it('keeps instructions while the core is down and its own service is killed, and asks when both are back', async () => {
    await core.close();
    const payment = await paid();
    expect(await payment.status('RCVD', 'ACTC', 'ACFC')).toBe('ACSP');
    process.kill(bank.facts.pids['ais-pis']!, 'SIGKILL');
    await bank.restart('ais-pis');
    expect(await payment.status()).toBe('ACSP');
    await core.open();
    expect(await payment.end()).toBe('ACSC');
    expect(await core.entries(payment.accountId)).toEqual(debited(payment.paymentId));
  });

  it('tells a core once more that has forgotten what it had taken', async () => {
    core.system.server.shares = { late: 1 };
    const before = await core.rows('select from bookkeeping.instruction');
    const payment = await paid();
    await until('it is there', async () => (await core.rows('select from bookkeeping.instruction')).length > before.length);
    const forgotten = await core.rows(`delete from bookkeeping.instruction where subject = $1 and state = 'pending' returning subject`, [
      payment.paymentId,
    ]);
    core.system.server.shares = {};
    expect(await payment.end()).toBe('ACSC');
    expect(forgotten).toHaveLength(1);
    expect(await core.entries(payment.accountId)).toEqual(debited(payment.paymentId));
  });

  it('believes no answer that the core has not signed', async () => {
    let payment!: Awaited<ReturnType<typeof paid>>;
    await core.withUnknownKey(async () => {
      payment = await paid();
      await until(
        'it is there',
        async () => (await core.rows(`select from bookkeeping.instruction where subject = $1`, [payment.paymentId])).length === 1,
      );
      expect(await payment.status('RCVD', 'ACTC', 'ACFC')).toBe('ACSP');
    });
    expect(await payment.end()).toBe('ACSC');
    expect(await core.entries(payment.accountId)).toEqual(debited(payment.paymentId));
  });

  it('holds money there that waits for the day of a payment, until it pays', async () => {
    const payment = await paid({}, { inDays: 1 });
    expect(await payment.status('RCVD', 'ACTC')).toBe('ACFC');
    const hold = async () => core.rows('select amount::text, ended from bookkeeping.hold where subject = $1', [payment.paymentId]);
    await until('it is there', async () => (await hold()).length === 1);
    expect(await hold()).toEqual([{ amount: '12.50', ended: false }]);
    await bank.advance('P1D');
    // The token has expired by then.
    const ended = () =>
      bank.database('ais-pis').query("select from payment where payment_id = $1 and transaction_status = 'ACSC'", [payment.paymentId]);
    await until('the payment has ended', async () => (await ended()).rowCount === 1);
    expect(await hold()).toEqual([{ amount: '12.50', ended: true }]);
    expect(await core.entries(payment.accountId)).toEqual(debited(payment.paymentId));
  });

  it('rejects a payment at once whose money the core cannot hold, since another channel has spent it', async () => {
    const { accountId } = await anAccount(bank, [await aCustomer(bank)], { opened: true });
    expect(await (await paid({ instructedAmount: { currency: 'EUR', amount: '1.00' } }, {}, { accountId })).end()).toBe('ACSC');
    await core.rows('insert into bookkeeping.hold (subject, account_id, amount) values ($1, $2, 90)', [randomUUID(), accountId]);
    const [refused, held] = [
      await paid({}, { inDays: 3 }, { accountId }),
      await paid({ instructedAmount: { currency: 'EUR', amount: '9.00' } }, { inDays: 3 }, { accountId }),
    ];
    expect(await refused.end()).toBe('RJCT');
    await until(
      'it is there',
      async () => (await core.rows('select from bookkeeping.hold where subject = $1', [held.paymentId])).length === 1,
    );
    expect(await held.status()).toBe('ACFC');
    expect(await held.available()).toBe('90.00');
  });

  it('lists what is no payment to a connector too, and takes its answer once', async () => {
    await core.close();
    const payment = await paid({}, { inDays: 3 });
    expect(await payment.status('RCVD', 'ACTC')).toBe('ACFC');
    const call = (row: Parameters<typeof internalCall>[2], body: object, params = {}) =>
      internalCall(bank.operator, 'ais-pis', row, body, params);
    const { instructions } = (await call(clearingInternal.listInstructions, { of: 'unanswered', product: 'hold' })).body as {
      instructions: { instructionId: string; paymentId: string }[];
    };
    const found = instructions.find(({ paymentId }) => paymentId === payment.paymentId)!;
    expect(found).toMatchObject({
      kind: 'hold',
      amount: '12.50',
      late: false,
      message: { transactionId: instructedTransactionId(payment.paymentId) },
    });
    const answer = (body: object) => call(clearingInternal.answerInstruction, body, { instructionId: found.instructionId });
    expect(await answer({ answer: 'returned', reason: 'AC04' })).toAnswer(409);
    // What was refused has not ended it: the core is still asked.
    const asked = () => bank.database('ais-pis').query('select from instruction_delivery where instruction_id = $1', [found.instructionId]);
    expect((await asked()).rowCount).toBe(1);
    for (const _ of [1, 2]) expect(await answer({ answer: 'accepted' })).toAnswer(200, { state: 'ACCEPTED' });
    expect((await asked()).rowCount).toBe(0);
    expect(await answer({ answer: 'rejected', reason: 'AM04' })).toAnswer(409);
    expect(await payment.status()).toBe('ACFC');
    await core.open();
  });

  it('has books that hold, and so has the core, which refuses what the bank has not signed', async () => {
    const { checks } = await ledgerCheck(bank.facts.ownerUrls as Parameters<typeof ledgerCheck>[0]);
    expect(checks.filter(({ ok, name }) => !ok && /payment|clearing|posting|core/.test(name))).toEqual([]);
    expect(await core.system.books.faults()).toEqual([]);
    const sent = await fetch(`${core.system.server.url}/instructions`, { method: 'POST', body: '{}' });
    expect(sent.status).toBe(401);
  });
});
