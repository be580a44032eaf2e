import { alertOf, runningBank, type Caller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const realName = 'Ruth Rosenberg';

describe('the name of the creditor on the approval page', () => {
  const bank = runningBank(services);
  const browsers = testBrowser();
  let client: TestClient;
  let itself: Caller;
  let customer: TestCustomer;
  let debtor: TestAccount;
  let payee: TestAccount;
  beforeAll(async () => {
    client = await bank.client({ name: 'Corner Shop' });
    itself = (await client.withClientToken('payments', 'PIS')).paced;
    customer = await aCustomer(bank);
    debtor = await anAccount(bank, [customer]);
  });
  beforeEach(async () => {
    payee = await anAccount(bank, [], { ownerName: realName });
  });

  const created = async (creditorName: string, creditorAccount: object = { iban: payee.iban }): Promise<string> => {
    const body = { ...inEuro, creditorAccount, creditorName, debtorAccount: { iban: debtor.iban } };
    return (await itself.post(sepa, body)).body.paymentId as string;
  };
  const signedIn = async (paymentId: string, by = customer): Promise<Browser> => {
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization('payments', `PIS:${paymentId}`).url);
    await browser.press('sign-in', { login: by.login, password: by.password });
    return browser;
  };

  it.each([
    ['Ruth Rosenberg', 'The name matches the holder of the account.', false],
    ['R. Rosenberg', 'The name is only similar.', true],
    ['Avi Cohen', 'The name does not match the holder of the account.', false],
    ['רות רוזנברג', 'The name could not be checked.', false],
  ])('%s: is told whether it is the holder’s, without the client having asked', async (creditorName, says, isNamed) => {
    const browser = await signedIn(await created(creditorName));
    expect(browser.response.text).toContain(says);
    expect(browser.response.text.replaceAll(creditorName, '').includes(realName)).toBe(isNamed);
    await browser.press('approve');
    expect(browser.redirectParameters).toMatchObject({ code: expect.any(String) });
  });

  it('is bound into the approval: an owner who is called otherwise since shows the page again', async () => {
    const paymentId = await created('Avi Cohen');
    const browser = await signedIn(paymentId);
    expect(browser.response.text).toContain('does not match');
    // As after half an hour, when the check is made again.
    const database = bank.database('ais-pis');
    await database.query("update payment_payee_check set checked_at = checked_at - interval '31 minutes' where payment_id = $1", [
      paymentId,
    ]);
    await database.query("update account set owner_name = 'Avi Cohen' where account_id = $1", [payee.accountId]);
    await browser.press('approve');
    expect(alertOf(browser.response.text)).toContain('changed');
    expect(browser.response.text).toContain('The name matches the holder of the account.');
    await browser.press('approve');
    expect(browser.redirectParameters).toMatchObject({ code: expect.any(String) });
  });

  it('is told nobody who cannot approve', async () => {
    const paymentId = await created('R. Rosenberg');
    const stranger = await signedIn(paymentId, await aCustomer(bank));
    expect(stranger.response.text).not.toContain(realName);
    expect((await signedIn(paymentId)).response.text).toContain(realName);
  });

  it.each([
    ['en-GB', 1_280, 'R. Rosenberg', 'close'],
    ['en-GB', 360, 'Avi Cohen', 'none'],
    ['he-IL', 360, 'R. Rosenberg', 'close'],
    ['he-IL', 1_280, 'Avi Cohen', 'none'],
    ['ar-IL', 360, 'R. Rosenberg', 'close'],
    ['en-GB', 360, 'Ruth Rosenberg', 'match'],
    ['he-IL', 360, 'רות רוזנברג', 'not-possible'],
  ] as const)('has no accessibility violation (axe), in %s at %i pixels: %s (%s)', async (locale, width, creditorName, what) => {
    const { url } = client.authorization('payments', `PIS:${await created(creditorName)}`);
    const { page, close } = await browsers.open(url, { locale, viewport: { width, height: 900 }, bypassCSP: true });
    await page.fill('[name=login]', customer.login);
    await page.fill('[name=password]', customer.password);
    await page.click('[value=sign-in]');
    await page.locator('[value=approve]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `payee-${what}-${locale}-${width}`);
    await close();
  });
});
