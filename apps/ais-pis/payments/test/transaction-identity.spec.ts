import { inDays, leasedBank, type TestCustomer } from '@open-banking/testing';
import { nextTuesday } from '@open-banking/ais-pis-testing/a-calendar';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

const target = '/v1.7/payments/target-2-payments';

interface Shown {
  readonly transactionId: string;
  readonly entryReference: string;
  readonly bookingDate?: string;
  readonly transactionAmount: { readonly amount: string };
}

describe('a transaction of an account', () => {
  const bank = leasedBank(['ais-pis']);
  let approvals: PaymentApprover;
  let customer: TestCustomer;
  beforeAll(async () => {
    // TARGET executes on business days alone.
    await bank.advanceTo(nextTuesday(new Date((await bank.clock()).now)));
    approvals = await PaymentApprover.connect(bank);
    customer = await aCustomer(bank);
  });
  afterAll(() => approvals.close());

  /** Uses a new consent each time, because tokens expire when the clock moves. */
  async function read({
    accountId,
    iban,
  }: {
    readonly accountId: string;
    readonly iban: string;
  }): Promise<{ pending: Shown[]; booked: Shown[] }> {
    const permitted = await (await bank.client()).consentedBy(customer, { transactions: [{ iban }] });
    const answer = await permitted.get(
      `/v1.7/accounts/${accountId}/transactions?bookingStatus=both&dateFrom=${inDays(-5, new Date((await bank.clock()).now))}`,
    );
    expect(answer).toAnswer(200);
    return answer.body.transactions as { pending: Shown[]; booked: Shown[] };
  }

  it('keeps its transactionId when a pending payment is booked; its fee and its entry reference are new', async () => {
    const from = await anAccount(bank, [customer]);
    const client = await bank.client();
    const { paymentId } = (await (await client.withClientToken('payments', 'PIS')).post(target, inEuro)).body as { paymentId: string };
    await approvals.approve(paymentId, from.accountId, { fee: '5.00', inDays: 1 });
    expect(await statusAfter(await client.withClientToken('payments', 'PIS'), `${target}/${paymentId}`, ['ACTC'])).toBe('ACFC');

    const before = await read(from);
    expect(before).toMatchObject({ booked: [], pending: [{ transactionAmount: { amount: '-17.50' } }] });
    const [announced] = before.pending;

    await bank.advance('PT24H');
    expect(['ACSP', 'ACSC']).toContain(
      await statusAfter(await client.withClientToken('payments', 'PIS'), `${target}/${paymentId}`, ['ACFC']),
    );
    const { pending, booked } = await read(from);
    expect(pending).toEqual([]);
    expect(booked.map(({ transactionAmount: { amount } }) => amount)).toEqual(['-5.00', '-12.50']);
    const [fee, payment] = booked;
    expect(payment!.transactionId).toBe(announced!.transactionId);
    expect(payment!.entryReference > announced!.entryReference).toBe(true);
    expect(fee!.transactionId).toBe(fee!.entryReference);
    expect(new Set([fee, payment, announced].map((entry) => entry!.transactionId)).size).toBe(2);
  });

  it('has its own id if it was never pending', async () => {
    const from = await anAccount(bank, [customer]);
    const client = await bank.client();
    const { paymentId } = (await (await client.withClientToken('payments', 'PIS')).post(target, inEuro)).body as { paymentId: string };
    await approvals.approve(paymentId, from.accountId);
    expect(['ACSP', 'ACSC']).toContain(
      await statusAfter(await client.withClientToken('payments', 'PIS'), `${target}/${paymentId}`, ['ACTC', 'ACFC']),
    );
    const { booked } = await read(from);
    expect(booked).toMatchObject([{ transactionAmount: { amount: '-12.50' } }]);
    expect(booked[0]!.transactionId).toBe(booked[0]!.entryReference);
  });
});
