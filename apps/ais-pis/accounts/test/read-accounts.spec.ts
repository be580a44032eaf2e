import { runningBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';

describe('GET /v1.7/accounts and /v1.7/accounts/{account-id}', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let customer: TestCustomer;
  let [account, other]: TestAccount[] = [];
  beforeAll(async () => {
    client = await bank.client();
    customer = await aCustomer(bank);
    account = await anAccount(bank, [customer], { overdraft: '500', reserved: '30', incoming: '10.50' });
    other = await anAccount(bank, [customer], { currency: 'ILS' });
  });

  it('show only what the customer has granted', async () => {
    const permitted = await client.consentedBy(customer, { accounts: [{ iban: account!.iban }], balances: [{ iban: account!.iban }] });
    const listed = await permitted.get('/v1.7/accounts');
    expect(listed).toAnswer(200);
    const path = `/v1.7/accounts/${account!.accountId}`;
    expect(listed.body.accounts).toEqual([
      {
        resourceId: account!.accountId,
        iban: account!.iban,
        currency: 'EUR',
        name: 'Test account',
        product: 'Current',
        cashAccountType: 'CACC',
        status: 'enabled',
        bic: 'DEMOILITXXX',
        usage: 'PRIV',
        _links: { balances: { href: `${path}/balances` } },
      },
    ]);
    expect((await permitted.get(path)).body).toEqual({ account: listed.body.accounts[0] });
    expect(await permitted.get(`${path}/balances`)).toAnswer(200);
    expect(await permitted.get(`${path}/transactions?bookingStatus=pending`)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
  });

  it("answer an account outside the consent, another customer's and an unknown one alike", async () => {
    const permitted = await client.consentedBy(customer, { accounts: [{ iban: account!.iban }] });
    const [stranger] = bank.resources(bank.demo, 'account');
    const answers = await Promise.all(
      [other!.accountId, stranger!.resourceId, '11111111-1111-4111-8111-111111111111', 'no-uuid'].map((id) =>
        permitted.get(`/v1.7/accounts/${id}`),
      ),
    );
    for (const answer of answers) {
      expect(answer).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
      expect(answer.body).toEqual(answers[0]!.body);
    }
    expect(await permitted.get(`/v1.7/accounts/${account!.accountId}`)).toAnswer(200);
  });

  it('show balances if they are requested and the consent covers them', async () => {
    const permitted = await client.consentedBy(customer, {
      accounts: [{ iban: account!.iban }, { iban: other!.iban }],
      balances: [{ iban: account!.iban }],
    });
    const { body } = await permitted.get('/v1.7/accounts?withBalance=true');
    const shown = Object.fromEntries(
      body.accounts.map(({ iban, balances }: { iban: string; balances?: object[] }) => [iban, balances?.length]),
    );
    expect(shown).toEqual({ [account!.iban]: 4, [other!.iban]: undefined });
    expect(await permitted.get(`/v1.7/accounts/${account!.accountId}?withBalance=true`)).toAnswer(200, {
      account: { balances: expect.any(Array) },
    });
    expect(await permitted.get('/v1.7/accounts?withBalance=yes&page=2')).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR' }, { code: 'FORMAT_ERROR' }],
    });
  });

  it("show the owner's name only for accounts for which it was granted", async () => {
    const references = [{ iban: account!.iban }, { iban: other!.iban }];
    const permitted = await client.consentedBy(customer, {
      accounts: references,
      additionalInformation: { ownerName: [{ iban: other!.iban }] },
    });
    const { body } = await permitted.get('/v1.7/accounts');
    expect(Object.fromEntries(body.accounts.map(({ iban, ownerName }: Record<string, string>) => [iban, ownerName]))).toEqual({
      [account!.iban]: undefined,
      [other!.iban]: 'Test Owner',
    });
    const all = await client.consentedBy(customer, { allPsd2: 'allAccountsWithOwnerName' });
    expect((await all.get('/v1.7/accounts')).body.accounts).toMatchObject([{ ownerName: 'Test Owner' }, { ownerName: 'Test Owner' }]);
  });

  it('allow only the list under a consent to available accounts', async () => {
    const permitted = await client.consentedBy(customer, { availableAccountsWithBalance: 'allAccounts' });
    const listed = await permitted.get('/v1.7/accounts?withBalance=true');
    expect(listed).toAnswer(200, {
      accounts: [
        { balances: expect.any(Array), _links: {} },
        { balances: expect.any(Array), _links: {} },
      ],
    });
    expect(await permitted.get(`/v1.7/accounts/${account!.accountId}`)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
  });

  it('return an empty list if the consent covers no account', async () => {
    const bare = await aCustomer(bank);
    const shared = await anAccount(bank, [bare]);
    const permitted = await client.consentedBy(bare);
    await bank.database('ais-pis').query('delete from holder where resource_id = $1', [shared.accountId]);
    expect((await permitted.get('/v1.7/accounts')).body).toEqual({ accounts: [] });
  });
});
