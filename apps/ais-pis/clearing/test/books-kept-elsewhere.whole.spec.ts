import { randomUUID } from 'node:crypto';
import { internalCall, killableBank, generousTimeouts, TestFeed, type FeedLine } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { clearingInternal, creditTransfersInternal } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { amounts, entry, pending, readerOf } from '@open-banking/ais-pis-testing/a-fed-account';
import { inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

const product = '/v1.7/payments/instant-sepa-credit-transfers';

interface Instruction {
  readonly instructionId: string;
  readonly paymentId: string;
  readonly late: boolean;
  readonly message: { readonly charges?: object; readonly transactionId?: string };
}

const transactionIdOf = (paymentId: string): string => paymentId.replaceAll('-', '');

describe('a bank whose core keeps the books', () => {
  const bank = killableBank(['ais-pis'], { LEDGER: 'core', ...generousTimeouts });
  let approvals: PaymentApprover;
  beforeAll(async () => {
    approvals = await PaymentApprover.connect(bank);
  });
  afterAll(() => approvals.close());

  const unanswered = async (of = 'unanswered'): Promise<Instruction[]> =>
    ((await internalCall(bank.operator, 'ais-pis', clearingInternal.listInstructions, { of })).body as { instructions: Instruction[] })
      .instructions;
  const answer = (instructionId: string, body: object) =>
    internalCall(bank.operator, 'ais-pis', clearingInternal.answerInstruction, body, { instructionId });

  async function approved(over: object = {}, terms: { fee?: string; inDays?: number } = {}) {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer]);
    const reader = await readerOf(bank, { customer, iban: account.iban });
    const payer = await (await bank.client()).withClientToken('payments', 'PIS');
    const { paymentId } = (await payer.post(product, { ...inEuro, ...over })).body as { paymentId: string };
    await approvals.approve(paymentId, account.accountId, terms);
    const status = (...passing: string[]) => statusAfter(payer, `${product}/${paymentId}`, passing);
    const instruction = async () => (await unanswered()).find((one) => one.paymentId === paymentId);
    const { accountId } = account;
    return {
      ...{ customer, accountId, reader, paymentId, status, instruction },
      available: async () => (await reader.balances(accountId))['interimAvailable'],
      /** The core's entry for the payment. */
      entry: (amount = '-12.50'): FeedLine =>
        entry(accountId, amount, { transactionId: transactionIdOf(paymentId), bankTransactionCode: 'PMNT-ICDT-ESCT' }),
    };
  }
  const instructed = async (...how: Parameters<typeof approved>) => {
    const payment = await approved(...how);
    expect(await payment.status('RCVD', 'ACTC', 'ACFC')).toBe('ACSP');
    return { ...payment, instructionId: (await payment.instruction())!.instructionId };
  };

  it('reserves what a payment needs and instructs the core; its entry comes by the feed, and its answer ends the payment', async () => {
    const core = new TestFeed(bank);
    const payment = await instructed({}, { fee: '1.00' });
    const { accountId, paymentId, reader, instructionId } = payment;
    expect((await payment.instruction())!.message).toMatchObject({
      transactionId: transactionIdOf(paymentId),
      charges: { currency: 'EUR', amount: expect.stringMatching(/^1\.00/) },
    });
    expect(await payment.available()).toBe('86.50');
    const { pending: waiting, booked: before } = await reader.transactions(accountId, 'both');
    expect(waiting.map(({ transactionId }) => transactionId)).toEqual([transactionIdOf(paymentId)]);
    expect(amounts(before)).toEqual([]);

    await core.take(payment.entry(), entry(accountId, '-1.00', { bankTransactionCode: 'PMNT-ICDT-CHRG' }));
    expect(await payment.available()).toBe('86.50');
    const after = await reader.transactions(accountId, 'both');
    expect([amounts(after.booked).sort(), amounts(after.pending)]).toEqual([['-1.00', '-12.50'], []]);
    expect(after.booked.map(({ transactionId }) => transactionId)).toContain(transactionIdOf(paymentId));
    expect(await payment.status()).toBe('ACSP');

    for (const _ of [1, 2]) expect(await answer(instructionId, { answer: 'accepted' })).toAnswer(200, { state: 'ACCEPTED' });
    expect(await payment.status('ACSP')).toBe('ACSC');
    expect(await answer(instructionId, { answer: 'rejected', reason: 'AC04' })).toAnswer(409);
    expect(await payment.available()).toBe('86.50');
  });

  it('keeps the money reserved where the answer comes before the entry', async () => {
    const payment = await instructed();
    expect(await answer(payment.instructionId, { answer: 'accepted' })).toAnswer(200);
    expect([await payment.status('ACSP'), await payment.available()]).toEqual(['ACSC', '87.50']);
    await new TestFeed(bank).take(payment.entry());
    expect(await payment.available()).toBe('87.50');
    expect(await new TestFeed(bank).send([{ source: 'again', position: 1, ...payment.entry() }])).toAnswer(200, {
      sources: [expect.objectContaining({ applied: 0, stopped: expect.objectContaining({ field: 'transactionId' }) })],
    });
    expect(await payment.available()).toBe('87.50');
  });

  it('releases the money when the core refuses', async () => {
    const payment = await instructed();
    for (const _ of [1, 2])
      expect(await answer(payment.instructionId, { answer: 'rejected', reason: 'AC06' })).toAnswer(200, { state: 'REJECTED' });
    expect([await payment.status('ACSP'), await payment.available()]).toEqual(['RJCT', '100.00']);
    const { pending: left } = await payment.reader.transactions(payment.accountId, 'both');
    expect(amounts(left)).toEqual([]);
  });

  it('instructs the core for creditors at this bank too, and leaves what comes back to its feed', async () => {
    const creditor = await anAccount(bank, [await aCustomer(bank)]);
    const payment = await instructed({ creditorAccount: { iban: creditor.iban } });
    const core = new TestFeed(bank);
    await core.take(payment.entry(), entry(creditor.accountId, '12.50'));
    expect(await answer(payment.instructionId, { answer: 'accepted' })).toAnswer(200);
    expect(await payment.status('ACSP')).toBe('ACSC');
    expect(await answer(payment.instructionId, { answer: 'returned', reason: 'AC04' })).toAnswer(200, { state: 'RETURNED' });
    expect(await payment.available()).toBe('87.50');
    await core.take(entry(payment.accountId, '12.50'));
    expect(await payment.available()).toBe('100.00');
  });

  it('never spends money twice that the core has not booked yet', async () => {
    const one = await instructed({ instructedAmount: { currency: 'EUR', amount: '60.00' } });
    const payer = await (await bank.client()).withClientToken('payments', 'PIS');
    const other = async (amount: string) => {
      const { paymentId } = (await payer.post(product, { ...inEuro, instructedAmount: { currency: 'EUR', amount } })).body as {
        paymentId: string;
      };
      await approvals.approve(paymentId, one.accountId);
      return statusAfter(payer, `${product}/${paymentId}`, ['RCVD', 'ACTC', 'ACFC']);
    };
    expect([await other('40.01'), await other('40.00')]).toEqual(['RJCT', 'ACSP']);
  });

  it('instructs on the day of a payment that waited for it, with what was reserved', async () => {
    const waiting = await approved({}, { inDays: 1 });
    expect(await waiting.status('RCVD', 'ACTC')).toBe('ACFC');
    expect([await waiting.available(), await waiting.instruction()]).toEqual(['87.50', undefined]);
    await bank.advance('P1D');
    const status = (
      await bank
        .database('ais-pis')
        .query<{ status: string }>('select transaction_status as status from payment where payment_id = $1', [waiting.paymentId])
    ).rows[0]!.status;
    expect(status).toBe('ACSP');
    const [{ instructionId }] = [(await waiting.instruction())!];
    expect(await answer(instructionId, { answer: 'accepted' })).toAnswer(200);
  });

  it('lists an instruction until it is answered, also after the service was killed, and as late after the time of its scheme', async () => {
    const payment = await instructed();
    process.kill(bank.facts.pids['ais-pis']!, 'SIGKILL');
    await bank.restart('ais-pis');
    expect((await payment.instruction())!.instructionId).toBe(payment.instructionId);
    expect((await unanswered('late')).map(({ instructionId }) => instructionId)).not.toContain(payment.instructionId);
    await bank.advance('PT1H');
    expect((await unanswered('late')).map(({ instructionId }) => instructionId)).toContain(payment.instructionId);
    expect(await answer(payment.instructionId, { answer: 'accepted' })).toAnswer(200);
    expect(await payment.instruction()).toBeUndefined();
  });

  it('books nothing itself: an incoming credit transfer is for the core, whose feed brings it', async () => {
    const account = await anAccount(bank, [await aCustomer(bank)]);
    const transfer = {
      product: 'sepa-credit-transfers',
      amount: { currency: 'EUR', amount: '25.00' },
      debtorName: 'Acme Ltd',
      debtorAccount: { iban: 'DE89370400440532013000' },
      debtorAgent: 'COBADEFFXXX',
      creditorName: 'Test Owner',
      creditorAccount: { iban: account.iban },
    };
    const refused = await internalCall(bank.operator, 'ais-pis', creditTransfersInternal.receiveCreditTransfer, transfer, {
      transferId: randomUUID(),
    });
    expect(refused).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID', text: expect.stringContaining('LEDGER=core') }] });
    const core = new TestFeed(bank);
    await core.take(pending(account.accountId, '25.00', 'incoming'));
    await core.take(entry(account.accountId, '25.00', { transactionId: 'incoming' }));
  });

  it('has books that hold, with proofs of their own for what the core books', async () => {
    const { checks } = await ledgerCheck(bank.facts.ownerUrls as Parameters<typeof ledgerCheck>[0]);
    // The balances of accounts that a test has made have no entries.
    const ofPayments = checks.filter(({ name }) => /payment|clearing|posting|the core/.test(name));
    expect(ofPayments.filter((check) => !check.ok)).toEqual([]);
    expect(checks.filter(({ name, checked }) => name.includes('that the core') && checked > 0)).toHaveLength(2);
  });
});
