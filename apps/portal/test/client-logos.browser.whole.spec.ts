import { randomBytes, randomUUID } from 'node:crypto';
import { clientLogoPages, developerPages, services } from '@open-banking/spec';
import {
  approveClientLogo,
  clientLogos,
  exchange,
  inDays,
  ownAddress,
  refuseClientLogo,
  removeClient,
  runningBank,
  TestClient,
} from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { PNG } from 'pngjs';
import { ADeveloper, credentialsIn } from './a-developer.js';

const redirectUri = 'http://127.0.0.1:3000/back';

/** A square of one colour. */
const square = (colour: readonly number[]): Buffer => {
  const image = new PNG({ width: 128, height: 128 });
  for (let at = 0; at < image.data.length; at += 4) image.data.set([...colour, 255], at);
  return PNG.sync.write(image);
};
/** Another one each time: clients with the same image share its address. */
const aLogo = (): Buffer => square([...randomBytes(3)]);

describe("the logo of a developer's client", () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  const registered = async (developer: ADeveloper) => {
    const { clientId, clientSecret } = credentialsIn((await developer.register({ name: 'Household Budget' })).text);
    const own = { name: 'Household Budget', clientId, clientSecret: clientSecret!, roles: ['PSP_AI'], redirectUri };
    return new TestClient(bank.baseUrl, own, ownAddress());
  };
  /** The page of the client, in the session of the developer. */
  const clientPage = async ({ browser: session }: ADeveloper, { clientId }: TestClient, width = 1_000) => {
    const { page, close } = await browser.open(undefined, { viewport: { width, height: 900 }, bypassCSP: true });
    const [name, value] = session.cookies.for('/developer')!.split('=') as [string, string];
    await page.context().addCookies([{ name, value, url: bank.baseUrl }]);
    await page.goto(bank.baseUrl + developerPages.showClient.path.replace('{clientId}', clientId));
    return { page, close };
  };
  const upload = async (page: Page, buffer: Buffer, name = 'logo.png', mimeType = 'image/png') => {
    await page.setInputFiles('[name=image]', { name, mimeType, buffer });
    await page.click('[value=upload-logo]');
  };
  const waiting = async ({ clientId }: TestClient) => (await clientLogos(bank.operator)).find((one) => one.clientId === clientId);
  const logoAddress = (logo: string) => bank.baseUrl + clientLogoPages.showClientLogo.path.replace('{logo}', `${logo}.png`);
  /** The page on which a customer answers a new consent. */
  const approvalPage = async (client: TestClient, consentId?: string) => {
    const { url } = await client.startAuthorization('consents', `AIS:${consentId ?? (await client.createConsent('allPsd2'))}`);
    const { page, close } = await browser.open(url, { locale: 'en-GB', viewport: { width: 390, height: 800 }, bypassCSP: true });
    await page.fill('[name=login]', bank.demo.login);
    await page.fill('[name=password]', bank.demo.password);
    await page.click('[value=sign-in]');
    await page.locator('[value=approve]').waitFor();
    return { page, close };
  };
  const logoOn = (page: Page) => page.getByRole('img', { name: /^Logo of .?Household Budget/ });
  const isLoaded = (page: Page) =>
    page.waitForFunction(`[...document.querySelectorAll('img.client-logo')].some((image) => image.complete && image.naturalWidth === 128)`);

  it('is shown to customers when an operator has approved it; a new one waits while it stays', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const client = await registered(developer);
    const { page, close } = await clientPage(developer, client);
    await upload(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg', 'image/svg+xml');
    await page.getByText('This is neither a PNG nor a JPEG.').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await upload(page, aLogo());
    await page.getByText('It waits for the bank to approve it.').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    const first = (await waiting(client))!.logo;

    expect((await exchange(logoAddress(first))).status).toBe(404);
    const before = await approvalPage(client);
    expect(await logoOn(before.page).count()).toBe(0);
    await before.close();

    await approveClientLogo(bank.operator, client.clientId, first);
    const file = await exchange(logoAddress(first));
    expect(file).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringContaining('immutable') as unknown,
      },
    });
    const after = await approvalPage(client);
    await isLoaded(after.page);
    expect(await logoOn(after.page).getAttribute('src')).toContain(first);
    expect(await barriersOn(after.page)).toEqual([]);
    await screenshot(after.page, 'client-logo-approval');
    await after.close();

    await page.reload();
    await upload(page, aLogo());
    await page.getByText('It waits for the bank to approve it.').waitFor();
    await screenshot(page, 'client-logos');
    const second = (await waiting(client))!.logo;
    expect([(await exchange(logoAddress(first))).status, (await exchange(logoAddress(second))).status]).toEqual([200, 404]);
    await approveClientLogo(bank.operator, client.clientId, second);
    expect([(await exchange(logoAddress(first))).status, (await exchange(logoAddress(second))).status]).toEqual([404, 200]);

    const { rows } = await bank
      .database('ais-pis')
      .query<{ operation: string }>('select operation from audit where subject = $1 order by audit_id', [client.clientId]);
    expect(rows.map(({ operation }) => operation).filter((name) => name.includes('Logo'))).toEqual([
      'proposeClientLogo',
      'approveClientLogo',
      'proposeClientLogo',
      'approveClientLogo',
    ]);
    await close();
  });

  it('is shown in the list of access with the policy of that page alone, and no longer when it is refused', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const client = await registered(developer);
    const { page, close } = await clientPage(developer, client, 390);
    await upload(page, aLogo());
    await page.getByText('It waits for the bank to approve it.').waitFor();
    const { logo } = (await waiting(client))!;
    await expect(approveClientLogo(bank.operator, client.clientId, logo.replaceAll(/./g, '0'))).rejects.toThrow('404');
    await approveClientLogo(bank.operator, client.clientId, logo);
    await client.consentedBy(bank.demo, { balances: [bank.resources(bank.demo, 'account')[0]!] });

    const customer = new ADeveloper(bank).browser;
    const bare = await customer.open('/customer');
    expect(bare.headers['content-security-policy']).not.toContain('img-src');
    await customer.press('sign-in', { login: bank.demo.login, password: bank.demo.password });
    expect(customer.response.text).toContain(`${logo}.png`);
    expect(customer.response.headers['content-security-policy']).toContain("img-src 'self';");

    await refuseClientLogo(bank.operator, client.clientId, logo, 'It is the emblem of a city.');
    expect((await customer.open('/customer')).text).not.toContain(logo);
    expect((await exchange(logoAddress(logo))).status).toBe(404);
    await page.reload();
    await page.getByText('“It is the emblem of a city.”').waitFor();
    await screenshot(page, 'client-logo-refused');
    await page.click('[value=remove-logo]');
    await page.locator('[value=remove-logo]').waitFor({ state: 'detached' });
    await close();
  });

  it('is shown with the payments and mandates that the client brought, beside its own name', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { clientId, clientSecret } = credentialsIn(
      (await developer.register({ name: 'Household Budget', role: ['PSP_AI', 'PSP_PI'] })).text,
    );
    const own = { name: 'Household Budget', clientId, clientSecret: clientSecret!, roles: ['PSP_PI'], redirectUri };
    const client = new TestClient(bank.baseUrl, own, ownAddress());
    const { page, close } = await clientPage(developer, client);
    await upload(page, aLogo());
    await page.getByText('It waits for the bank to approve it.').waitFor();
    const { logo } = (await waiting(client))!;
    await approveClientLogo(bank.operator, clientId, logo);
    await close();

    const payer = await client.withClientToken('payments', 'PIS');
    const payment = await payer.post(`/v1.7/payments/sepa-credit-transfers`, {
      instructedAmount: { currency: 'EUR', amount: '1.00' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Bookshop',
    });
    expect(payment).toAnswer(201);
    await client.approvedBy(bank.demo, 'payments', `PIS:${payment.body.paymentId}`);
    const creditor = await client.withClientToken('mandates', 'MANDATE');
    const mandate = await creditor.post('/v2/mandates', {
      mandateId: randomUUID().slice(0, 30),
      mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
      occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH', firstCollectionDate: inDays(14) },
      maximumAmount: { currency: 'EUR', amount: '60.00' },
      creditor: { name: 'City Power' },
      creditorSchemeIdentification: 'DE98ZZZ09999999999',
      creditorAccount: { iban: 'DE89370400440532013000' },
      debtor: { name: 'Dana Levi' },
    });
    expect(mandate).toAnswer(201);
    await client.approvedBy(bank.demo, 'mandates', `MANDATE:${mandate.body.resourceId}`);

    const customer = new ADeveloper(bank).browser;
    await customer.open('/customer');
    await customer.press('sign-in', { login: bank.demo.login, password: bank.demo.password });
    for (const [path, shows] of [
      [`/customer/payments/${payment.body.paymentId}`, true],
      ['/customer/payments', false],
      [`/customer/mandates/${mandate.body.resourceId}`, true],
      ['/customer/mandates', false],
    ] as const) {
      const { text, headers } = await customer.open(path);
      expect([path, text.includes(`${logo}.png`), headers['content-security-policy']!.includes("img-src 'self'")]).toEqual([
        path,
        shows,
        shows,
      ]);
    }
  });

  it("is its developer's alone until then, and goes with the client", async () => {
    const [developer, other] = [await ADeveloper.signedIn(bank), await ADeveloper.signedIn(bank)];
    const client = await registered(developer);
    const { page, close } = await clientPage(developer, client);
    await upload(page, aLogo());
    await page.getByText('It waits for the bank to approve it.').waitFor();
    const { logo } = (await waiting(client))!;
    const path = developerPages.showOwnClientLogo.path.replace('{clientId}', client.clientId).replace('{logo}', logo);
    expect((await developer.browser.open(path)).headers['content-type']).toBe('image/png');
    expect((await other.browser.open(path)).status).toBe(404);
    await approveClientLogo(bank.operator, client.clientId, logo);
    expect((await exchange(logoAddress(logo))).status).toBe(200);
    await removeClient(bank.operator, client.clientId);
    expect((await exchange(logoAddress(logo))).status).toBe(404);
    expect(await waiting(client)).toBeUndefined();
    await close();
  });
});
