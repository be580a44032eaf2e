import { hash } from 'node:crypto';
import { alertOf, runningBank, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

describe("the customer's own pages", () => {
  const bank = runningBank(services);
  const entered = async (customer: TestCustomer, password = customer.password) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password });
    return browser;
  };
  const consentStatus = async (consentId: string) =>
    (await bank.database('ais-pis').query<{ status: string }>('select status from consent where consent_id = $1', [consentId])).rows[0]!
      .status;
  const invalid = { tppMessages: [{ code: 'CONSENT_INVALID' }] };

  it('show who has access to what, until when and when it was last used, and end it at once', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const client = await bank.client({ name: 'Budget <3' });
    const permitted = await client.consentedBy(customer, { balances: [{ iban }] });
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);

    const browser = await entered(customer);
    expect(browser.response.status).toBe(200);
    expect(browser.response.text).toContain('Budget &lt;3');
    expect(browser.response.text).not.toContain('Not used yet');
    await browser.open(`/customer/access/${permitted.consentId}`);
    for (const said of ['Balances', iban.slice(0, 4), 'Last used', 'End access']) expect(browser.response.text).toContain(said);
    await browser.press('end');
    for (const said of [
      'End this access?',
      'Budget &lt;3',
      'Balances',
      'It keeps what it has already read.',
      'Keep it as it is',
      'class="final"',
    ])
      expect(browser.response.text).toContain(said);
    expect(await consentStatus(permitted.consentId)).toBe('valid');
    await browser.press('end');
    expect(browser.response.text).toContain('The access has ended.');
    expect(browser.response.text).toContain('Ended by you');
    expect(await permitted.get('/v1.7/accounts')).toAnswer(401, invalid);
    expect(await consentStatus(permitted.consentId)).toBe('revokedByPsu');
    expect(await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${permitted.consentId}`)).toAnswer(409);
    const { rows } = await bank
      .database('ais-pis')
      .query('select 1 from audit where operation = $1 and psu_id = $2', ['endAccess', customer.psuId]);
    expect(rows).toHaveLength(1);
  });

  it('can be searched by the name of the service once the list is long, and show when each was approved', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const clients = [await bank.client({ name: 'Budget' }), await bank.client({ name: 'Savings Coach' })];
    const consent = (at: number) => clients[at]!.consentedBy(customer, { balances: [{ iban }] }, { recurringIndicator: false });
    for (let more = 0; more < 10; more += 1) await consent(0);
    const browser = await entered(customer);
    expect(browser.response.text).not.toContain('name="q"');
    await consent(1);
    await browser.open('/customer');
    expect(browser.response.text).toContain('name="q"');
    expect(browser.response.text).toContain('Approved on');
    await browser.open('/customer?q=savings');
    expect(browser.response.text).toContain('Savings Coach');
    expect(browser.response.text).not.toContain('Budget');
    await browser.open('/customer?q=%3Cnobody%3E');
    expect(browser.response.text).toContain('No service of this name.');
    expect(browser.response.text).toContain('value="&lt;nobody&gt;"');
  });

  it('let a second owner approve with their own code, and the consent takes effect', async () => {
    const [one, two, nobody] = [await aCustomer(bank), await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const client = await bank.client();
    for (const access of [{ balances: [{ iban: shared.iban }] }, 'allPsd2'] as const) {
      const consentId = await client.createConsent(access);
      const first = await client.approvedBy(one, 'consents', `AIS:${consentId}`);
      const headers = { 'consent-id': consentId };
      expect(await first.get('/v1.7/accounts', { headers })).toAnswer(401, invalid);

      expect((await (await entered(nobody)).open(`/customer/pending/${consentId}`)).text).toContain('changed in the meantime');
      const browser = await entered(two);
      expect(browser.response.text).toContain('waits until');
      await browser.open(`/customer/pending/${consentId}`);
      expect(browser.response.text).toContain('Another owner has approved already');
      expect((await browser.press('approve', { code: '' })).status).toBe(422);
      expect(await consentStatus(consentId)).toBe('partiallyAuthorised');
      await browser.open(`/customer/pending/${consentId}`);
      await browser.press('approve');
      expect(browser.response.text).toContain('It has taken effect');
      expect(await first.get('/v1.7/accounts', { headers })).toAnswer(200);
      expect(browser.response.text).not.toContain('waits until');
    }
  });

  it('let a second owner refuse, and the first one withdraw', async () => {
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const client = await bank.client();
    const partly = async () => {
      const consentId = await client.createConsent({ accounts: [{ iban: shared.iban }] });
      await client.approvedBy(one, 'consents', `AIS:${consentId}`);
      return consentId;
    };
    const refused = await partly();
    const second = await entered(two);
    await second.open(`/customer/pending/${refused}`);
    await second.confirm('refuse');
    expect(second.response.text).toContain('Refused.');
    expect(await consentStatus(refused)).toBe('rejected');

    const withdrawn = await partly();
    const first = await entered(one);
    await first.open(`/customer/access/${withdrawn}`);
    await first.confirm('end');
    expect(await consentStatus(withdrawn)).toBe('rejected');
    expect((await second.open('/customer')).text).not.toContain('waits until');
  });

  it("show and end only the customer's own consents", async () => {
    const [owner, stranger] = [await aCustomer(bank), await aCustomer(bank)];
    const { iban } = await anAccount(bank, [owner]);
    const permitted = await (await bank.client()).consentedBy(owner, { accounts: [{ iban }] });
    const browser = await entered(stranger);
    const answers = [];
    for (const id of [permitted.consentId, '11111111-1111-4111-8111-111111111111', 'x'])
      answers.push((await browser.open(`/customer/access/${id}`)).text.replace(/until \d\d:\d\d/, ''));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('Nobody has access');
    expect(answers[0]).toContain('There is no such access.');
    expect(answers[0]).not.toContain('changed in the meantime');
    const csrf = /name="csrf" value="([^"]+)"/.exec(browser.response.text)![1]!;
    await browser.open(`/customer/access/${permitted.consentId}`, new URLSearchParams({ csrf, step: 'end' }));
    expect(browser.response.text).toContain('changed in the meantime');
    expect(await consentStatus(permitted.consentId)).toBe('valid');
  });

  it('say of a payment or mandate that the customer does not have that there is none', async () => {
    const customer = await aCustomer(bank);
    const browser = await entered(customer);
    for (const [place, none] of [
      ['payments', 'There is no such payment.'],
      ['mandates', 'There is no such direct debit.'],
    ] as const) {
      for (const id of ['11111111-1111-4111-8111-111111111111', 'x']) {
        const { text, status } = await browser.open(`/customer/${place}/${id}`);
        expect({ place, id, status, none: text.includes(none), changed: text.includes('changed in the meantime') }).toEqual({
          place,
          id,
          status: 200,
          none: true,
          changed: false,
        });
      }
      expect((await browser.open(`/customer/${place}`)).text).not.toContain('There is no such');
    }
  });

  it('accept no form from another site or another browser', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const permitted = await (await bank.client()).consentedBy(customer, { accounts: [{ iban }] });
    const browser = await entered(customer);
    const other = await entered(customer);
    const csrf = /name="csrf" value="([^"]+)"/.exec(other.response.text)![1]!;
    for (const brought of ['', 'A'.repeat(43), csrf]) {
      const { status, text } = await browser.open(
        `/customer/access/${permitted.consentId}`,
        new URLSearchParams({ step: 'end', csrf: brought }),
      );
      expect([status, text.includes('Nothing was done'), text.includes('signed out')]).toEqual([400, true, false]);
    }
    expect(await consentStatus(permitted.consentId)).toBe('valid');
    await browser.open('/customer');
    await browser.press('sign-out');
    expect((await browser.open(`/customer/access/${permitted.consentId}`)).text).toContain('you were signed out');
    const first = await new Browser(bank.baseUrl).open('/customer/payments');
    expect([first.status, first.text.includes('name="password"'), first.text.includes('signed out')]).toEqual([200, true, false]);
  });

  it('share the lock after five wrong passwords with the issuers, and do not reveal which logins exist', async () => {
    const customer = await aCustomer(bank);
    const invented = { ...customer, login: `nobody-${customer.login}` };
    const said = [];
    for (const one of [customer, invented]) {
      const browser = await entered(one, 'wrong');
      for (let wrong = 1; wrong < 5; wrong += 1) await browser.press('sign-in', { login: one.login, password: 'wrong' });
      expect(browser.response.status).toBe(422);
      said.push(alertOf(browser.response.text)!.replace(/\d\d:\d\d/, ''));
    }
    expect(said[0]).toContain('locked until');
    expect(said[0]).toBe(said[1]);
    const client = await bank.client();
    await expect(client.consentedBy(customer)).rejects.toThrow(/locked until/);
    await bank
      .database('ais-pis')
      .query('delete from sign_in_attempt where login_hash = any($1)', [
        [customer, invented].map(({ login }) => hash('sha256', login, 'buffer')),
      ]);
  });

  it('run no scripts, cannot be framed, and limit their cookie to their own path', async () => {
    const browser = await entered(await aCustomer(bank));
    expect(browser.response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
    expect(browser.response.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(browser.cookies.for('/customer/access/x')).toMatch(/^customer_session=[^;]+; device=[^;]+$/);
    expect(browser.cookies.for('/v1.7/oauth/consents/authorize')).toMatch(/^device=[^;]+$/);
    expect((await browser.open('/customer?lang=he')).text).toContain('dir="rtl"');
    const { headers, status } = await (await bank.client()).call('DELETE', '/customer');
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
  });
});
