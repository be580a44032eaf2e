import { daysAgo, runningBank, type Caller } from '@open-banking/testing';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aPayer, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

const instant = '/v1.7/payments/instant-sepa-credit-transfers';

describe('an approved payment', () => {
  const bank = runningBank(['ais-pis']);
  let approvals: PaymentApprover;
  beforeAll(async () => {
    approvals = await PaymentApprover.connect(bank);
  });
  afterAll(() => approvals.close());

  const settled = (payer: Caller, paymentId: string, passing: readonly string[]): Promise<string> =>
    statusAfter(payer, `${instant}/${paymentId}`, passing);

  async function reading(customer: Awaited<ReturnType<typeof aCustomer>>, iban: string) {
    return (await bank.client()).consentedBy(customer, { balances: [{ iban }], transactions: [{ iban }] });
  }
  const amounts = (answer: { body: { balances: { balanceType: string; balanceAmount: { amount: string } }[] } }) =>
    Object.fromEntries(answer.body.balances.map(({ balanceType, balanceAmount }) => [balanceType, Number(balanceAmount.amount)]));

  it('is executed by a job and shows at once in balances and transactions of both accounts', async () => {
    const [debtor, creditor] = [await aCustomer(bank), await aCustomer(bank)];
    const [from, to] = [await anAccount(bank, [debtor], { ownerName: 'Dana Payer' }), await anAccount(bank, [creditor])];
    const payer = await aPayer(bank);
    const { paymentId } = (
      await payer.post(instant, {
        ...inEuro,
        instructedAmount: { currency: 'EUR', amount: '12.5' },
        creditorAccount: { iban: to.iban },
        remittanceInformationUnstructured: 'For books',
      })
    ).body as { paymentId: string };
    await approvals.approve(paymentId, from.accountId);
    expect(await settled(payer, paymentId, ['ACTC'])).toBe('ACCC');

    const [ours, theirs] = [await reading(debtor, from.iban), await reading(creditor, to.iban)];
    expect(amounts(await ours.get(`/v1.7/accounts/${from.accountId}/balances`))).toEqual({
      closingBooked: 100,
      expected: 87.5,
      interimAvailable: 87.5,
      interimBooked: 87.5,
    });
    expect(amounts(await theirs.get(`/v1.7/accounts/${to.accountId}/balances`))).toEqual({
      closingBooked: 100,
      expected: 112.5,
      interimAvailable: 112.5,
      interimBooked: 112.5,
    });
    const booked = (await ours.get(`/v1.7/accounts/${from.accountId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(1)}`)).body
      .transactions.booked;
    expect(booked).toMatchObject([
      {
        transactionAmount: { amount: '-12.50' },
        creditorName: 'Bookshop',
        remittanceInformationUnstructured: 'For books',
        balanceAfterTransaction: { balanceAmount: { amount: '87.50' } },
      },
    ]);
    const credited = (await theirs.get(`/v1.7/accounts/${to.accountId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(1)}`)).body
      .transactions.booked;
    expect(credited).toMatchObject([
      { transactionAmount: { amount: '12.50' }, debtorName: 'Dana Payer', debtorAccount: { iban: from.iban } },
    ]);
  });

  it('is pending while it waits for a business day, and its funds cannot be spent meanwhile', async () => {
    const customer = await aCustomer(bank);
    const from = await anAccount(bank, [customer]);
    const payer = await aPayer(bank);
    const { paymentId } = (await payer.post(instant, inEuro)).body as { paymentId: string };
    await approvals.approve(paymentId, from.accountId, { inDays: 1 });
    expect(await settled(payer, paymentId, ['ACTC'])).toBe('ACFC');

    const permitted = await reading(customer, from.iban);
    expect(amounts(await permitted.get(`/v1.7/accounts/${from.accountId}/balances`))).toEqual({
      closingBooked: 100,
      expected: 87.5,
      interimAvailable: 87.5,
      interimBooked: 100,
    });
    const { pending, booked } = (
      await permitted.get(`/v1.7/accounts/${from.accountId}/transactions?bookingStatus=both&dateFrom=${daysAgo(1)}`)
    ).body.transactions;
    expect(pending).toMatchObject([{ transactionAmount: { amount: '-12.50' }, valueDate: daysAgo(-1), creditorName: 'Bookshop' }]);
    expect(booked).toEqual([]);
  });

  it('is rejected with the reason if the account lacks the funds', async () => {
    const from = await anAccount(bank, [await aCustomer(bank)], { booked: '12.49' });
    const payer = await aPayer(bank);
    const { paymentId } = (await payer.post(instant, inEuro)).body as { paymentId: string };
    await approvals.approve(paymentId, from.accountId);
    expect(await settled(payer, paymentId, ['ACTC'])).toBe('RJCT');
    expect(await payer.get(`${instant}/${paymentId}`)).toAnswer(200, {
      tppMessages: [{ code: 'PAYMENT_FAILED', text: "AM04: The debtor's account has insufficient funds." }],
    });
  });
});
