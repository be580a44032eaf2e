import { runningBank, type Caller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';

const invalid = { tppMessages: [{ code: 'CONSENT_INVALID' }] };

describe('a consent to joint accounts with different second owners', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let [noa, dan, gil]: TestCustomer[] = [];
  let own: TestAccount;
  let withDan: TestAccount;
  let withGil: TestAccount;

  beforeAll(async () => {
    client = await bank.client();
    [noa, dan, gil] = [await aCustomer(bank), await aCustomer(bank), await aCustomer(bank)];
    [own, withDan, withGil] = [
      await anAccount(bank, [noa!]),
      await anAccount(bank, [noa!, dan!], { rule: 'both' }),
      await anAccount(bank, [noa!, gil!], { rule: 'both' }),
    ];
    // Accounts of one owner alone must not be visible.
    for (const one of [dan!, gil!]) await anAccount(bank, [one]);
  });
  const started = async (
    access: Parameters<TestClient['createConsent']>[0] = { balances: [own, withDan, withGil].map(({ iban }) => ({ iban })) },
  ) => {
    const id = await client.createConsent(access);
    const as = (who: TestCustomer) => client.approvedBy(who, 'consents', `AIS:${id}`);
    const status = async () =>
      (await (await client.withClientToken('consents', 'AIS')).get(`/v1.7/consents/${id}/status`)).body.consentStatus as string;
    return { id, as, status, headers: { 'consent-id': id, 'psu-ip-address': '127.0.0.1' } };
  };
  const entered = async (who: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: who.login, password: who.password });
    return browser;
  };
  const listed = async (by: Caller, headers: Record<string, string>) =>
    ((await by.get('/v1.7/accounts', { headers })).body.accounts as { iban: string }[]).map(({ iban }) => iban).sort();
  const ibans = (...accounts: TestAccount[]) => accounts.map(({ iban }) => iban).sort();

  it("takes effect when all owners have approved, through the client or on the bank's page; each sees and approves only shared accounts", async () => {
    const { id, as, status, headers } = await started();
    const first = await as(noa!);
    expect(await status()).toBe('partiallyAuthorised');

    const page = new Browser(bank.baseUrl, client.from);
    await page.open(client.authorization('consents', `AIS:${id}`).url);
    await page.press('sign-in', { login: dan!.login, password: dan!.password });
    expect(page.response.text).toContain('owners of other accounts');
    const shows = ({ iban }: TestAccount): boolean => page.response.text.includes(iban.replace(/(.{4})(?=.)/g, '$1 '));
    expect([shows(withDan), shows(withGil), shows(own)]).toEqual([true, false, false]);

    const second = await as(dan!);
    expect(await status()).toBe('partiallyAuthorised');
    for (const token of [first, second]) expect(await token.get('/v1.7/accounts', { headers })).toAnswer(401, invalid);
    expect((await entered(dan!)).response.text).toContain('Waits for another owner');

    const third = await entered(gil!);
    await third.open(`/customer/pending/${id}`);
    await third.press('approve');
    expect(third.response.text).toContain('It has taken effect');
    expect(await status()).toBe('valid');
    expect(await listed(first, headers)).toEqual(ibans(own, withDan, withGil));
    expect(await listed(second, headers)).toEqual(ibans(withDan));
    expect(await second.get(`/v1.7/accounts/${withDan.accountId}/balances`, { headers })).toAnswer(200);
    for (const { accountId } of [own, withGil]) expect(await second.get(`/v1.7/accounts/${accountId}/balances`, { headers })).toAnswer(404);
    await third.open(`/customer/access/${id}`);
    expect([withGil, withDan, own].map(({ iban }) => third.response.text.includes(iban))).toEqual([true, false, false]);
  });

  it("is shown as pending on the bank's page, and one refusal ends it for all", async () => {
    const { id, as, status } = await started();
    await as(noa!);
    const second = await entered(gil!);
    await second.open(`/customer/pending/${id}`);
    await second.press('approve');
    expect(second.response.text).toContain('when the owners of other accounts have approved too');
    expect(second.response.text).not.toContain(`/customer/pending/${id}`);
    expect(await status()).toBe('partiallyAuthorised');
    await expect(as(await aCustomer(bank))).rejects.toThrow(/page says/);

    const other = await entered(dan!);
    await other.open(`/customer/pending/${id}`);
    await other.confirm('refuse');
    expect(await status()).toBe('rejected');
  });

  it('takes effect once if two second owners approve at the same time', async () => {
    const { as, status } = await started();
    await as(noa!);
    await Promise.all([as(dan!), as(gil!)]);
    expect(await status()).toBe('valid');
  });

  it("covers, if given for everything, only a second owner's shared accounts and none of their own", async () => {
    const { as, headers } = await started('allPsd2');
    const [first, second] = [await as(noa!), await as(dan!)];
    await as(gil!);
    expect(await listed(first, headers)).toEqual(ibans(own, withDan, withGil));
    expect(await listed(second, headers)).toEqual(ibans(withDan));
    expect(await listed(await as(dan!), headers)).toEqual(ibans(withDan));
  });
});
