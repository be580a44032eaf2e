import { alertOf, inDays, runningBank, type Caller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { statusChanges, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';

describe("a customer's payments on the bank's own pages", () => {
  const bank = runningBank(services);
  let client: TestClient;
  let itself: Caller;
  beforeAll(async () => {
    client = await bank.client({ name: 'Shop <3' });
    itself = (await client.withClientToken('payments', 'PIS')).paced;
  });
  const entered = async (customer: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return browser;
  };
  const created = async (iban: string) =>
    (
      await itself.post(sepa, {
        ...inEuro,
        debtorAccount: { iban },
        remittanceInformationUnstructured: "Rent 'May'",
        requestedExecutionDate: inDays(30),
      })
    ).body.paymentId as string;
  const paymentStatus = async (paymentId: string) =>
    ((await itself.get(`${sepa}/${paymentId}/status`)).body as { transactionStatus: string }).transactionStatus;
  /** An approved payment that waits for its execution day. */
  const waiting = async (customer: TestCustomer, iban: string) => {
    const paymentId = await created(iban);
    await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
    expect(await statusAfter(itself, `${sepa}/${paymentId}`, ['ACTC'])).toBe('PDNG');
    return paymentId;
  };

  it('show a payment waiting for its execution day with the approved facts, and cancel it once', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const [kept, cancelled] = [await waiting(customer, iban), await waiting(customer, iban)];
    const browser = await entered(customer);
    await browser.open('/customer/payments');
    expect(browser.response.text.match(/Waits for its day/g)).toHaveLength(2);
    await browser.open(`/customer/payments/${cancelled}`);
    for (const text of [
      '€12.50',
      'Bookshop',
      'DE89 3704 0044 0532 0130 00',
      'Rent &#39;May&#39;',
      'Shop &lt;3',
      iban.slice(-3),
      'Waits for its day',
      'Approved on',
    ])
      expect(browser.response.text).toContain(text);
    const page = browser.response;
    await browser.press('cancel-payment');
    for (const text of [
      'Cancel this payment?',
      '€12.50',
      'Bookshop',
      'Rent &#39;May&#39;',
      'You cannot undo the cancellation.',
      'Keep it as it is',
      'class="final"',
    ])
      expect(browser.response.text).toContain(text);
    expect(await paymentStatus(cancelled)).toBe('PDNG');
    await browser.press('cancel-payment');
    expect(browser.response.text).toContain('The payment is cancelled.');
    expect(browser.response.text).toContain('Cancelled by you');
    expect(await itself.get(`${sepa}/${cancelled}/status`)).toAnswer(200, {
      transactionStatus: 'CANC',
      tppMessages: [{ code: 'PAYMENT_FAILED', text: expect.stringMatching(/^CUST: /) }],
    });
    expect((await statusChanges(bank, cancelled)).at(-1)).toBe('PDNG>CANC');
    expect(await paymentStatus(kept)).toBe('PDNG');
    const { rows } = await bank
      .database('ais-pis')
      .query('select subject::text from audit where operation = $1 and psu_id = $2', ['answerPayment', customer.psuId]);
    expect(rows).toEqual([{ subject: cancelled }]);
    browser.response = page;
    await browser.press('cancel-payment');
    expect(browser.response.text).toContain('changed in the meantime');
    expect((await browser.open(`/customer/payments/${cancelled}`)).text).not.toContain('value="cancel-payment"');
  });

  it('let a second owner approve with their own code or refuse, and the first one withdraw', async () => {
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const [approved, refused, withdrawn] = [await created(shared.iban), await created(shared.iban), await created(shared.iban)];
    for (const paymentId of [approved, refused, withdrawn]) await client.approvedBy(one, 'payments', `PIS:${paymentId}`);
    const browser = await entered(two);
    expect(browser.response.text).toContain('3 waiting');
    await browser.open('/customer/payments');
    expect(browser.response.text.match(/waits until/g)).toHaveLength(3);

    await browser.open(`/customer/payments/${approved}/approval`);
    for (const text of ['Another owner has approved already', '€12.50', 'Bookshop']) expect(browser.response.text).toContain(text);
    expect((await browser.press('approve', { code: '' })).status).toBe(422);
    expect(alertOf(browser.response.text)).toContain('code is wrong');
    expect(await paymentStatus(approved)).toBe('PATC');
    await browser.press('approve');
    expect(browser.response.text).toContain('Approved.');
    expect((await statusChanges(bank, approved)).slice(0, 2)).toEqual(['RCVD>PATC', 'PATC>ACTC']);

    await browser.open(`/customer/payments/${refused}/approval`);
    await browser.confirm('refuse');
    expect(browser.response.text).toContain('Refused. Nothing is paid.');
    expect(await paymentStatus(refused)).toBe('RJCT');

    const first = await entered(one);
    expect(first.response.text).not.toContain('waiting');
    await first.open(`/customer/payments/${withdrawn}`);
    await first.confirm('cancel-payment');
    expect(await paymentStatus(withdrawn)).toBe('RJCT');
    expect((await browser.open('/customer/payments')).text).not.toContain('waits until');
    expect((await browser.open(`/customer/payments/${withdrawn}/approval`)).text).toContain('changed in the meantime');
  });

  it("show and cancel only the customer's own payments", async () => {
    const [owner, stranger] = [await aCustomer(bank), await aCustomer(bank)];
    const { iban } = await anAccount(bank, [owner]);
    const paymentId = await waiting(owner, iban);
    const browser = await entered(stranger);
    for (const [below, problem] of [
      ['', 'There is no such payment.'],
      ['/approval', 'changed in the meantime'],
    ] as const) {
      const answers = [];
      for (const id of [paymentId, '11111111-1111-4111-8111-111111111111', 'x'])
        answers.push((await browser.open(`/customer/payments/${id}${below}`)).text.replace(/until \d\d:\d\d/, ''));
      expect(new Set(answers).size).toBe(1);
      for (const text of ['None.', problem]) expect(answers[0]).toContain(text);
    }
    const csrf = /name="csrf" value="([^"]+)"/.exec(browser.response.text)![1]!;
    for (const [below, step] of [
      ['', 'cancel-payment'],
      ['/approval', 'approve'],
      ['/approval', 'refuse'],
    ] as const) {
      await browser.open(`/customer/payments/${paymentId}${below}`, new URLSearchParams({ csrf, step }));
    }
    expect(await paymentStatus(paymentId)).toBe('PDNG');
    const mine = await entered(owner);
    expect((await mine.open(`/customer/payments/${paymentId}`)).text).toContain('Bookshop');
    expect((await mine.open(`/customer/payments/${paymentId}`, new URLSearchParams({ csrf, step: 'cancel-payment' }))).status).toBe(400);
    expect((await mine.open('/customer/payments?lang=he')).text).toContain('dir="rtl"');
  });
});
