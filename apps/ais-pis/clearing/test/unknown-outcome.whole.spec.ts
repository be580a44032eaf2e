import { randomUUID } from 'node:crypto';
import {
  exchange,
  inDays,
  ownAddress,
  ownBank,
  titleOf,
  type HttpResponse,
  type TestClient,
  type TestCustomer,
} from '@open-banking/testing';
import pg from 'pg';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const nothing = ['Nothing was shared or paid', 'שום מידע לא נמסר ודבר לא שולם. אפשר לנסות'];
const unsure = { en: 'We cannot say yet what became of it', he: 'עדיין לא ידוע מה התקבל' };
const places = {
  consents: '/customer',
  payments: '/customer/payments',
  mandates: '/customer/mandates',
  cancellation: '/customer/mandates',
} as const;
type Kind = keyof typeof places;

describe('an error page after an approval was submitted', () => {
  const bank = ownBank(['ais-pis', 'mandates'], {}, ['ais-pis']);
  let client: TestClient;
  let customer: TestCustomer;
  let other: TestCustomer;
  let own: string;
  let shared: string;

  beforeAll(async () => {
    client = await bank.client({ name: 'Shop' });
    customer = await aCustomer(bank);
    other = await aCustomer(bank);
    own = (await anAccount(bank, [customer])).iban;
    shared = (await anAccount(bank, [customer, other], { rule: 'both' })).iban;
  });

  /** Locks everybody but the superuser out of the service's database and closes their connections; `restored` undoes that. */
  const withoutDatabase = async <T>(service: 'ais-pis' | 'mandates', work: () => Promise<T>): Promise<T> => {
    const name = new URL(bank.facts.ownerUrls[service]).pathname.slice(1);
    const admin = new pg.Client({ connectionString: bank.facts.adminUrl });
    await admin.connect();
    try {
      await admin.query(`alter database "${name}" connection limit 0`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      // A session that was starting counts in neither statement. PostgreSQL renames a database only once no session is in it.
      await admin.query(`alter database "${name}" rename to "${name}-away"`);
      await admin.query(`alter database "${name}-away" rename to "${name}"`);
      return await work();
    } finally {
      await admin.query(`alter database "${name}" connection limit -1`);
      await admin.end();
    }
  };

  const payment = async (iban: string) =>
    (
      await (
        await client.withClientToken('payments', 'PIS')
      ).post(sepa, { ...inEuro, debtorAccount: { iban }, requestedExecutionDate: inDays(30) })
    ).body.paymentId as string;
  const mandate = async (iban: string) =>
    (
      await (
        await client.withClientToken('mandates', 'MANDATE')
      ).post('/v2/mandates', {
        mandateId: randomUUID().slice(0, 30),
        mandateType: { localInstrumentCode: 'CORE', classificationCode: 'USGB' },
        occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
        creditor: { name: 'Power' },
        creditorSchemeIdentification: 'DE98ZZZ09999999999',
        creditorAccount: { iban: 'DE89370400440532013000' },
        debtor: { name: 'Dana Levi' },
        debtorAccount: { iban },
      })
    ).body.resourceId as string;
  const requested: Record<Kind, (iban: string) => Promise<string>> = {
    consents: async (iban) => `AIS:${await client.createConsent({ accounts: [{ iban }] })}`,
    payments: async (iban) => `PIS:${await payment(iban)}`,
    mandates: async (iban) => `MANDATE:${await mandate(iban)}`,
    cancellation: async (iban) => {
      const id = await mandate(iban);
      await client.approvedBy(customer, 'mandates', `MANDATE:${id}`);
      expect(await (await client.withClientToken('mandates', 'MANDATE')).delete(`/v2/mandates/${id}`)).toAnswer(202);
      return `MANDATE-CANCEL:${id}`;
    },
  };
  const serviceOf = (kind: Kind) => (kind === 'consents' || kind === 'payments' ? 'ais-pis' : 'mandates');

  /** Signs in and opens the approval page. */
  const open = async (kind: Kind, language: 'en' | 'he') => {
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open(client.authorization(kind, await requested[kind](own)).url);
    await browser.open(`${browser.url.pathname}?lang=${language}`);
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    expect(browser.response.text).toContain('value="approve"');
    browser.followsRedirects = false;
    return browser;
  };
  /** Submits once, as a browser does, without retries. */
  const once = (browser: Browser, address: URL, form?: URLSearchParams): Promise<HttpResponse> =>
    exchange(address.href, {
      method: form ? 'POST' : 'GET',
      body: form?.toString(),
      from: ownAddress(),
      headers: {
        accept: 'text/html',
        cookie: browser.cookies.for(address.pathname),
        'accept-language': 'en',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    });
  const formIn = ({ text }: HttpResponse, step: string) =>
    new URLSearchParams([
      ...[...text.matchAll(/<input[^>]* name="(csrf|about|code)"[^>]*>|name="(csrf|about)" value="([^"]*)"/g)].map(
        ([tag]) => [/name="([^"]+)"/.exec(tag)![1]!, /value="([^"]*)"/.exec(tag)![1]!] as [string, string],
      ),
      ['step', step],
    ]);
  const saysSo = (page: HttpResponse, place: string, language: 'en' | 'he' = 'en') => {
    expect([page.status, titleOf(page.text).startsWith(unsure[language])]).toEqual([503, true]);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.text).toContain(`href="${place}?lang=${language}"`);
    for (const untrue of nothing) expect(page.text).not.toContain(untrue);
  };

  const inBothLanguages = (Object.keys(places) as Kind[]).flatMap((kind) =>
    (['en', 'he'] as const).map((language) => [kind, language] as const),
  );
  it.each(inBothLanguages)(
    'of %s, in %s, says that the outcome is unknown and where to look; when the database is back the same browser can continue',
    async (kind, language) => {
      const browser = await open(kind, language);
      const page = browser.url;
      expect((await browser.press('approve')).status).toBe(303);
      const back = new URL(browser.response.headers['location'] as string, bank.baseUrl);
      await withoutDatabase(serviceOf(kind), async () => {
        saysSo(await once(browser, back), places[kind], language);
        saysSo(await once(browser, page), places[kind], language);
      });
      await browser.open(back);
      expect(browser.redirectParameters).toHaveProperty('code');
    },
  );

  it.each(Object.keys(places) as Kind[])(
    'of %s says so if the answer itself fails; before an approval it says that nothing has happened',
    async (kind) => {
      const before = new Browser(bank.baseUrl, ownAddress());
      await before.open(client.authorization(kind, await requested[kind](own)).url);
      const browser = await open(kind, 'en');
      await withoutDatabase(serviceOf(kind), async () => {
        const signIn = await once(before, before.url);
        expect([signIn.status, signIn.text.includes(nothing[0]!)]).toEqual([503, true]);
        // The page was shown, so its answer may be in progress.
        const shown = await once(browser, browser.url);
        expect(shown.text).toContain('If you have approved already, we cannot say yet');
        expect(shown.text).toContain(`href="${places[kind]}?lang=en"`);
        saysSo(await once(browser, browser.url, formIn(browser.response, 'approve')), places[kind]);
        expect((await once(browser, browser.url, formIn(browser.response, 'refuse'))).text).not.toContain(unsure.en);
      });
      await browser.press('approve');
      await browser.open(browser.response.headers['location'] as string);
      expect(browser.redirectParameters).toHaveProperty('code');
    },
  );

  it.each([
    ['consents', (id: string) => `/customer/pending/${id}`],
    ['payments', (id: string) => `/customer/payments/${id}/approval`],
    ['mandates', (id: string) => `/customer/mandates/${id}/approval`],
  ] as const)("of %s on the bank's own pages says so, both if the answer fails and if the list after it does", async (kind, at) => {
    const scope = await requested[kind](shared);
    await client.approvedBy(customer, kind, scope);
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open('/customer');
    await browser.press('sign-in', { login: other.login, password: other.password });
    await browser.open(at(scope.split(':')[1]!));
    expect(browser.response.text).toContain('value="approve"');
    browser.followsRedirects = false;
    const page = { at: browser.url, seen: browser.response };
    await withoutDatabase('ais-pis', async () => {
      saysSo(await once(browser, page.at, formIn(page.seen, 'approve')), places[kind]);
      expect((await once(browser, page.at)).text).toContain('If you have approved already');
    });
    expect((await browser.press('approve')).status).toBe(303);
    const list = new URL(browser.response.headers['location'] as string, bank.baseUrl);
    await withoutDatabase('ais-pis', async () => {
      saysSo(await once(browser, list), places[kind]);
      expect((await once(browser, new URL('/customer', bank.baseUrl))).text).toContain(nothing[0]);
    });
    expect((await browser.open(list)).text).toContain('Approved.');
  });

  it('comes from the gateway too, in both languages, if the service does not answer', async () => {
    const browser = await open('payments', 'en');
    const form = formIn(browser.response, 'approve');
    const pid = bank.facts.pids['ais-pis']!;
    process.kill(pid, 'SIGSTOP');
    try {
      const page = await once(browser, browser.url, form);
      expect([page.status, page.headers['content-type']]).toEqual([504, 'text/html; charset=utf-8']);
      for (const said of ['we cannot say yet whether it was done', 'עדיין לא ידוע אם הדבר נעשה', 'href="/customer"'])
        expect(page.text).toContain(said);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    // The approval still completes a moment later; reloading then redirects the browser.
    while ((await browser.open(browser.url)).status !== 303) expect(browser.response.status).toBe(200);
    await browser.open(browser.response.headers['location'] as string);
    expect(browser.redirectParameters).toHaveProperty('code');
  });
});
