import { alertOf, runningBank, type Caller } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aPayer, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

const [sepa, instant] = ['/v1.7/payments/sepa-credit-transfers', '/v1.7/payments/instant-sepa-credit-transfers'];
const hour = 3_600_000;

describe("a customer's own limits for instant payments", () => {
  const bank = runningBank(services);
  let approvals: PaymentApprover;
  let payer: Caller;
  beforeAll(async () => {
    [approvals, payer] = [await PaymentApprover.connect(bank), await aPayer(bank)];
  });
  afterAll(() => approvals.close());

  const aDebtor = async () => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer], { opened: true });
    const creditorAccount = { iban: (await anAccount(bank, [], { opened: true })).iban };
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    const pays = async (amount: string, { product = instant, at }: { product?: string | undefined; at?: Date } = {}) => {
      const body = { ...inEuro, instructedAmount: { currency: 'EUR', amount }, creditorAccount };
      const { paymentId } = (await payer.post(product!, body)).body as { paymentId: string };
      await approvals.approve(paymentId, account.accountId, { by: customer.psuId, ...(at && { at }) });
      const status = await statusAfter(payer, `${product!}/${paymentId}`, ['ACTC', 'ACFC', 'ACSP']);
      if (status !== 'RJCT') return status;
      await browser.open(`/customer/payments/${paymentId}`);
      return ((await payer.get(`${product!}/${paymentId}`)).body as { tppMessages: { text: string }[] }).tppMessages[0]!.text.slice(0, 4);
    };
    return { customer, browser, pays };
  };
  /** Sends the form of the page in euro, which is not the only one. */
  const limit = async ({ browser }: { browser: Browser }, perPayment: string, perDay: string) => {
    await browser.open('/customer/limits');
    return browser.press('set-limits', { currency: 'EUR', perPayment, perDay });
  };

  it('refuse an instant payment above them that is approved after they were set, and no other', async () => {
    const debtor = await aDebtor();
    const { browser, pays } = debtor;
    await browser.open('/customer/payments');
    expect(browser.response.text).toContain('href="/customer/limits?lang=en"');
    const page = await limit(debtor, '10,00', '');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Your limits are saved');
    expect(page.text).toContain('value="10.00"');
    expect(await pays('10.01')).toBe('AM14');
    expect(browser.response.text).toContain('The amount is above the limit that you have set for instant payments.');
    expect(await pays('10.00')).toBe('ACCC');
    expect(await pays('10.01', { product: sepa })).toBe('ACCC');
    // One that was approved an hour before, under no limit.
    expect(await pays('10.01', { at: new Date(Date.now() - hour) })).toBe('ACCC');
    expect(await (await aDebtor()).pays('10.01')).toBe('ACCC');
    const { rows } = await bank.database('ais-pis').query('select operation from audit where psu_id = $1', [debtor.customer.psuId]);
    expect(rows).toContainEqual({ operation: 'changeLimits' });
  });

  it('of a day count instant payments alone, and can be taken away', async () => {
    const debtor = await aDebtor();
    await limit(debtor, '', '20');
    const { pays } = debtor;
    expect([await pays('30.00', { product: sepa }), await pays('15.00'), await pays('5.01'), await pays('5.00')]).toEqual([
      'ACCC',
      'ACCC',
      'AM14',
      'ACCC',
    ]);
    await limit(debtor, '', '');
    expect(await pays('5.01')).toBe('ACCC');
    await limit(debtor, '0', '');
    expect(await pays('0.01')).toBe('AM14');
  });

  it('that contradict each other are saved, and the page says which of the two counts', async () => {
    const debtor = await aDebtor();
    const { browser, pays } = debtor;
    const note = 'so it is never reached: a payment of more than \u2068€2.00\u2069 is not executed.';
    const page = await limit(debtor, '5', '2');
    expect(page.text).toContain('Your limits are saved');
    expect(page.text).toContain(note);
    expect([await pays('2.01'), await pays('2.00')]).toEqual(['AM14', 'ACCC']);
    for (const language of ['he', 'ar'])
      expect((await browser.open(`/customer/limits?lang=${language}`)).text).toMatch(/role="status"><p>[^<]*\u2068[^<]*2[^<]*€\u2069/);
    // As numbers: 10.0 is no more than 10, and 9 is less.
    for (const [perPayment, perDay] of [
      ['10.0', '10'],
      ['9', '10'],
      ['5', ''],
      ['', '2'],
    ] as const)
      expect((await limit(debtor, perPayment, perDay)).text).not.toContain('never reached');
  });

  it('are not changed by what is no amount', async () => {
    const debtor = await aDebtor();
    await limit(debtor, '10', '');
    for (const wrong of ['ten', '-1', '1.001', '1e3']) {
      const page = await limit(debtor, wrong, '');
      expect(page.status).toBe(422);
      expect(alertOf(page.text)).toContain('Nothing was changed');
      expect(page.text).toContain(`value="${wrong}"`);
    }
    expect(await debtor.pays('10.01')).toBe('AM14');
    expect((await debtor.browser.open('/customer/limits')).text).toContain('value="10.00"');
  });

  it('say at each field that is no amount what it must be, and mark no other', async () => {
    const debtor = await aDebtor();
    /** The fields of the page: marked, described by, and whether one has the focus. */
    const fields = (text: string) =>
      [...text.matchAll(/<input name="(per\w+)"[^>]*>/g)].map(([input, name]) => ({
        name,
        wrong: input.includes('aria-invalid="true"'),
        focus: input.includes('autofocus'),
        says: new RegExp(`id="${/aria-describedby="([^"]+)"/.exec(input)?.[1]}">([^<]*)<`).exec(text)?.[1],
      }));
    const right = { wrong: false, focus: false, says: undefined };
    const says = 'Write the amount as a number, such as 250.00.';
    const euro = (text: string) => fields(text).slice(0, 2);
    expect(euro((await limit(debtor, '5', 'abc')).text)).toEqual([
      { name: 'perPayment', ...right },
      { name: 'perDay', wrong: true, focus: true, says },
    ]);
    const both = (await limit(debtor, '1.001', 'abc')).text;
    expect(euro(both)).toEqual([
      { name: 'perPayment', wrong: true, focus: true, says },
      { name: 'perDay', wrong: true, focus: false, says },
    ]);
    expect(
      fields(both)
        .slice(2)
        .filter(({ wrong }) => wrong),
    ).toEqual([]);
    expect(alertOf(both)).toContain('Correct the marked fields.');
    const saved = (await limit(debtor, '5', '7,50')).text;
    expect(euro(saved)).toEqual(['perPayment', 'perDay'].map((name) => ({ name, ...right })));
    expect(alertOf(saved)).toBe('');
  });

  it('of a currency that instant payments do not have are refused', async () => {
    const debtor = await aDebtor();
    await debtor.browser.open('/customer/limits');
    const page = await debtor.browser.press('set-limits', { currency: 'XXX', perPayment: '1', perDay: '' });
    expect(page.text).toContain('That has changed in the meantime.');
    const { rows } = await bank.database('ais-pis').query('select from instant_limit where psu_id = $1', [debtor.customer.psuId]);
    expect(rows).toEqual([]);
    expect((await limit(debtor, '1', '')).text).toContain('Your limits are saved');
  });
});
