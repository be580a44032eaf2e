import { randomUUID } from 'node:crypto';
import {
  aisPis,
  asPattern,
  certificatePages,
  customerEditorPages,
  consolePages,
  customerPages,
  developerPages,
  pageRowsOf,
  parametersOf,
  receiverPages,
  scenarioPages,
  services,
} from '@open-banking/spec';
import {
  approveClientLogo,
  Browser,
  clientLogos,
  exchange,
  inDays,
  ownAddress,
  runningBank,
  TestClient,
  until,
} from '@open-banking/testing';
import { PNG } from 'pngjs';
import { ADeveloper, credentialsIn } from './a-developer.js';
import { AScenarist, type Login } from './a-scenarist.js';
import { crawl, deadAnchors, type CrawledPage } from './site-crawl.js';

const slowMs = 600_000;
const rows = services.flatMap(pageRowsOf).filter(({ method }) => method === 'GET');

/** The row of a path: of two that match, the one with fewer parameters. */
const rowOf = (path: string) =>
  rows
    .filter((row) => new RegExp(asPattern(row.path)).test(path.split('?')[0]!))
    .sort((a, b) => parametersOf(a.path).length - parametersOf(b.path).length)[0];

const faultsOf = (pages: ReadonlyMap<string, CrawledPage>) =>
  [...pages.values()].filter(({ status }) => status >= 400).map(({ path, status, from }) => `${status} ${path}, linked from ${from}`);

describe('every page that a link leads to', () => {
  const bank = runningBank(services);
  const reached = new Map<string, string>();
  const note = (pages: ReadonlyMap<string, CrawledPage>) => {
    for (const path of pages.keys()) {
      const row = rowOf(path);
      if (row) reached.set(row.id, path);
    }
  };

  /** A developer whose lists are not empty: a client with a logo, a certificate, a receiver and a request, and a notification. */
  async function aBusyDeveloper(): Promise<{ developer: ADeveloper; client: TestClient }> {
    const developer = await ADeveloper.signedIn(bank);
    const { browser } = developer;
    const redirectUri = 'http://127.0.0.1/back';
    const { text } = await developer.register({ redirectUris: `${redirectUri}\n${bank.baseUrl}${receiverPages.showReturn.path}` });
    const { clientId, clientSecret } = credentialsIn(text);
    const own = { clientId, clientSecret: clientSecret!, redirectUri, name: 'My Budget', roles: ['PSP_AI', 'PSP_PI'] };
    const client = new TestClient(bank.baseUrl, own, ownAddress());
    await browser.open(receiverPages.showReceiver.path.replace('{clientId}', clientId));
    const address = /TPP-Notification-URI: ([^\s<]+)</.exec((await browser.press('make')).text)![1]!;
    const consents = await client.withClientToken('consents', 'AIS');
    const body = {
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: true,
      validUntil: inDays(30),
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    };
    const created = await consents.post('/v1.7/consents', body, { headers: { 'tpp-notification-uri': address } });
    expect(await consents.delete(`/v1.7/consents/${(created.body as { consentId: string }).consentId}`)).toAnswer(204);
    await uploadLogo(developer, clientId);
    await until('a notification is listed', async () =>
      /\/developer\/notifications\/[\w-]{36}/.test((await browser.open(developerPages.showNotifications.path)).text),
    );
    await until('a request is listed', async () =>
      /\/developer\/requests\/[\w-]{36}/.test((await browser.open(developerPages.showRequests.path)).text),
    );
    return { developer, client };
  }

  async function uploadLogo({ browser }: ADeveloper, clientId: string): Promise<void> {
    const page = await browser.open(developerPages.showClient.path.replace('{clientId}', clientId));
    const form = new FormData();
    form.set('csrf', /name="csrf" value="([^"]+)"/.exec(page.text)![1]!);
    form.set('step', 'upload-logo');
    form.set(
      'image',
      new Blob([new Uint8Array(PNG.sync.write(new PNG({ width: 128, height: 128, fill: true })))], { type: 'image/png' }),
      'logo.png',
    );
    const path = developerPages.answerClientLogo.path.replace('{clientId}', clientId);
    const { status } = await fetch(bank.baseUrl + path, {
      method: 'POST',
      body: form,
      headers: { cookie: browser.cookies.for(path)! },
      redirect: 'manual',
    });
    expect(status).toBe(303);
    const [logo] = (await clientLogos(bank.operator)).filter((one) => one.clientId === clientId);
    await approveClientLogo(bank.operator, clientId, logo!.logo);
  }

  /** A payment and a mandate, so that their lists lead to a page. */
  async function createEach(client: TestClient): Promise<void> {
    const payer = await client.withClientToken('payments', 'PIS');
    const payment = {
      instructedAmount: { currency: 'EUR', amount: '1.50' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Bookshop',
    };
    expect(await payer.post('/v1.7/payments/instant-sepa-credit-transfers', payment)).toAnswer(201);
    const creditor = await client.withClientToken('mandates', 'MANDATE');
    const mandate = {
      mandateId: randomUUID().slice(0, 30),
      mandateType: { localInstrumentCode: 'CORE', classificationCode: 'USGB' },
      occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
      creditor: { name: 'City Power' },
      creditorSchemeIdentification: 'DE98ZZZ09999999999',
      creditorAccount: { iban: 'DE89370400440532013000' },
      debtor: { name: 'Dana Levi' },
    };
    expect(await creditor.post('/v2/mandates', mandate)).toAnswer(201);
  }

  it(
    'is there for a visitor: no 404, no 5xx, and each heading that a link names',
    async () => {
      const pages = await crawl(bank.baseUrl, '/');
      note(pages);
      expect(faultsOf(pages)).toEqual([]);
      expect(deadAnchors(pages)).toEqual([]);
      expect([...pages.keys()]).toEqual(
        expect.arrayContaining([
          '/openapi.json',
          '/reference/createPayment.md',
          '/docs/payments',
          '/guides/node',
          '/customer',
          '/developer/sign-up',
        ]),
      );
    },
    slowMs,
  );

  it(
    'is there for a developer who is signed in',
    async () => {
      const { developer, client } = await aBusyDeveloper();
      const { browser } = developer;
      await browser.open(scenarioPages.showScenarios.path);
      await browser.press('make-key', { name: 'CI' });
      await browser.open(customerEditorPages.showSandboxCustomers.path);
      await browser.press('create', { preset: 'joint', seed: '' });
      await createEach(client);
      // A call of the console, which its history links to.
      await browser.open(consolePages.showConsoleOperation.path.replace('{operationId}', aisPis.readConsentsMetadata.id));
      await browser.press('send');
      const pages = await crawl(bank.baseUrl, '/developer', { '/': browser.cookies.for('/developer')! });
      note(pages);
      expect(faultsOf(pages)).toEqual([]);
      expect(deadAnchors(pages)).toEqual([]);
      expect([...pages.keys()]).toContainEqual(expect.stringMatching(/\/readConsentsMetadata\?call=[0-9a-f-]{36}$/));
      expect([...reached.keys()]).toEqual(
        expect.arrayContaining([certificatePages.showCertificates.id, developerPages.showOwnClientLogo.id]),
      );
    },
    slowMs,
  );

  it(
    'is there for a customer with accesses, payments and mandates, and for the second owner who has to approve each',
    async () => {
      const { client } = await aBusyDeveloper();
      const one = await AScenarist.of(bank);
      const { logins } = await one.customer({ secondOwner: true });
      await approveEach(client, logins[0]!);
      for (const { login, password } of logins) {
        const browser = new Browser(bank.baseUrl, ownAddress());
        await browser.open('/customer');
        await browser.press('sign-in', { login, password });
        const receipts = async () => (await browser.open(customerPages.showReceipts.path)).text;
        if (login === logins[0]!.login)
          await until('a day of receipts is listed', async () => /href="\/customer\/receipts\/\d/.test(await receipts()));
        const pages = await crawl(bank.baseUrl, '/customer', { '/customer': browser.cookies.for('/customer')! });
        note(pages);
        expect(faultsOf(pages)).toEqual([]);
        // This bank has no CUSTOMER_ALERTS_URL: no link leads to that page, and it leads back.
        await browser.open(customerPages.showAlerts.path);
        expect(browser.url.pathname).toBe(customerPages.showCustomer.path);
      }
    },
    slowMs,
  );

  /** A consent, a payment and a mandate for the account that both owners have to approve; and a consent for the others. */
  async function approveEach(client: TestClient, owner: Login): Promise<void> {
    const joint = owner.accounts.find(({ kind, currency, approval }) => kind === 'account' && currency === 'EUR' && approval === 'both')!;
    const debtorAccount = { iban: joint.reference.iban };
    await client.approvedBy(owner as never, 'consents', `AIS:${await client.createConsent({ balances: [debtorAccount] })}`);
    await client.consentedBy(owner as never, 'allPsd2');
    const payer = await client.withClientToken('payments', 'PIS');
    const payment = await payer.post('/v1.7/payments/instant-sepa-credit-transfers', {
      instructedAmount: { currency: 'EUR', amount: '1.50' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Bookshop',
      debtorAccount,
    });
    await client.approvedBy(owner as never, 'payments', `PIS:${(payment.body as { paymentId: string }).paymentId}`);
    const creditor = await client.withClientToken('mandates', 'MANDATE');
    const mandate = await creditor.post('/v2/mandates', {
      mandateId: randomUUID().slice(0, 30),
      mandateType: { localInstrumentCode: 'CORE', classificationCode: 'USGB' },
      occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
      creditor: { name: 'City Power' },
      creditorSchemeIdentification: 'DE98ZZZ09999999999',
      creditorAccount: { iban: 'DE89370400440532013000' },
      debtor: { name: 'Dana Levi' },
      debtorAccount,
    });
    await client.approvedBy(owner as never, 'mandates', `MANDATE:${(mandate.body as { resourceId: string }).resourceId}`);
  }

  it('is every page of the table but those to which a step of an interaction leads', () => {
    const missing = rows.filter(
      ({ id, interaction }) => interaction === undefined && id !== customerPages.showAlerts.id && !reached.has(id),
    );
    expect(missing.map(({ id, path }) => `${id} ${path}`)).toEqual([]);
    // Nothing is marked that a link leads to.
    expect(
      rows.filter(({ id, interaction }) => interaction !== undefined && reached.has(id)).map(({ id }) => [id, reached.get(id)]),
    ).toEqual([]);
  });

  it('answers a page that nothing has with 404, which the crawl would find', async () => {
    const { status } = await exchange(`${bank.baseUrl}/docs/nothing`, { from: ownAddress(), headers: { accept: 'text/html' } });
    expect(status).toBe(404);
  });
});
