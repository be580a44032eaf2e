import { inDays, runningBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { services } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { abroad, inEuro } from '@open-banking/ais-pis-testing/a-payment';

describe('the payment pages in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  let client: TestClient;
  let customer: TestCustomer;
  let accounts: { iban: string }[];

  const created = async (body: unknown, product = 'sepa-credit-transfers'): Promise<string> =>
    (await (await client.withClientToken('payments', 'PIS')).post(`/v1.7/payments/${product}`, body)).body.paymentId as string;

  beforeAll(async () => {
    client = await bank.client({ name: 'Corner Shop' });
    const other = await aCustomer(bank);
    customer = await aCustomer(bank);
    const shared = await anAccount(bank, [customer, other], { rule: 'both', booked: '5000.00' });
    accounts = [await anAccount(bank, [customer]), shared];
    const landlord = await anAccount(bank, []);
    const [iban] = accounts.map((account) => account.iban);
    await client.approvedBy(
      other,
      'payments',
      `PIS:${await created({ ...inEuro, debtorAccount: { iban: shared.iban }, creditorAccount: { iban: landlord.iban }, creditorName: 'שכר דירה' })}`,
    );
    await client.approvedBy(
      customer,
      'payments',
      `PIS:${await created({ ...inEuro, debtorAccount: { iban }, requestedExecutionDate: inDays(30) })}`,
    );
    const refused = await created(
      { ...inEuro, debtorAccount: { iban }, instructedAmount: { currency: 'EUR', amount: '99999.00' } },
      'instant-sepa-credit-transfers',
    );
    await client.approvedBy(customer, 'payments', `PIS:${refused}`);
    await bank.database('ais-pis').query(
      `insert into payment select (jsonb_populate_record(p, jsonb_build_object('payment_id', gen_random_uuid(), 'transaction_status', 'RJCT', 'status_reason', 'DS0H'))).*
       from payment p, generate_series(1, 110) where p.payment_id = $1`,
      [refused],
    );
  });

  const signIn = async (page: Page) => {
    await page.fill('[name=login]', customer.login);
    await page.fill('[name=password]', customer.password);
    await page.click('[value=sign-in]');
  };

  it.each([
    ['en-GB', 1_280],
    ['he-IL', 360],
    ['ar-IL', 360],
  ] as const)('have no accessibility violation (axe) during an approval, in %s at %i pixels', async (locale, width) => {
    const paymentId = await created(
      { ...abroad, instructedAmount: { currency: 'EUR', amount: '1249.90' }, remittanceInformationUnstructured: 'Invoice 2026/117' },
      'cross-border-credit-transfers',
    );
    const { url } = client.authorization('payments', `PIS:${paymentId}`);
    const { page, close } = await browser.open(url, { locale, viewport: { width, height: 800 }, bypassCSP: true });
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `payment-sign-in-${locale}`);
    await signIn(page);
    await page.locator('[type=radio]').first().waitFor();
    expect(await page.locator('label.account small').first().textContent()).toContain('€');
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `payment-approval-${locale}`);
    await close();
  });

  it.each([
    ['en-GB', 1_100],
    ['he-IL', 375],
  ] as const)('have no accessibility violation (axe) for approved payments, in %s at %i pixels', async (locale, width) => {
    const { page, close } = await browser.open(`${bank.baseUrl}/customer`, { locale, viewport: { width, height: 800 }, bypassCSP: true });
    await signIn(page);
    await page.locator('a[href^="/customer/payments?"]').click();
    await page.locator('a[href*="/approval?"]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `payments-list-${locale}`);
    await page.locator('a[href^="/customer/payments?after="]').click();
    await page.waitForURL(/after=/);
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `payments-further-${locale}`);
    await page.goBack();
    await page.locator('a[href*="/approval?"]').click();
    await page.locator('[value=approve]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `payments-second-owner-${locale}`);
    await page.goto(`${bank.baseUrl}/customer/payments`);
    await page.locator('h2 + ul a[href^="/customer/payments/"]:not([href*="/approval?"])').first().click();
    await page.locator('[value=cancel-payment]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `payments-one-${locale}`);
    await page.click('[value=cancel-payment]');
    await page.locator('button.final').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `payments-check-${locale}`);
    await page.locator('.check a.button').click();
    await page.locator('[value=cancel-payment]').waitFor();
    await page.goto(`${bank.baseUrl}/customer/payments`);
    await page.locator('a[href^="/customer/limits"]').click();
    await page.locator('[value=set-limits]').first().waitFor();
    await page.locator('[name=perPayment]').first().fill('ten');
    await page.locator('[value=set-limits]').first().click();
    await page.locator('[role=alert]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `payments-limits-${locale}`);
    await close();
  });

  it('let a customer choose an account and approve by keyboard only, without scripts', async () => {
    const paymentId = await created({ ...inEuro, requestedExecutionDate: inDays(31) });
    const { url } = client.authorization('payments', `PIS:${paymentId}`);
    const { page, close } = await browser.open(url, { locale: 'en-GB', javaScriptEnabled: false });
    await signIn(page);
    await page.locator('[type=radio]').first().focus();
    await page.keyboard.press('Space');
    expect(await page.locator('[type=radio]').first().isChecked()).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('[type=radio]').last().isChecked()).toBe(true);
    const chosen = await page.locator('[type=radio]').last().getAttribute('value');
    const left = page.waitForRequest((request) => request.url().startsWith(client.client.redirectUri)).catch(() => undefined);
    await page.getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await left;
    const { rows } = await bank
      .database('ais-pis')
      .query(`select 'ais-pis:' || debtor_account_id as debtor from payment where payment_id = $1`, [paymentId]);
    expect(rows).toEqual([{ debtor: chosen }]);
    await close();
  });
});
