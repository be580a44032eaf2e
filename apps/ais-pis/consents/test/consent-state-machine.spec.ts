import { runningBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

const at = (consentId: string) => `/v1.7/consents/${consentId}`;
const invalid = { tppMessages: [{ code: 'CONSENT_INVALID' }] };

describe('a consent', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let customer: TestCustomer;
  beforeAll(async () => {
    client = await bank.client();
    customer = await aCustomer(bank);
  });
  const consentStatus = async (consentId: string) =>
    (await (await client.withClientToken('consents', 'AIS')).get(`${at(consentId)}/status`)).body.consentStatus;

  it('of another client is handled like one that does not exist', async () => {
    const consentId = await client.createConsent('allPsd2');
    const stranger = await (await bank.client()).withClientToken('consents', 'AIS');
    for (const path of [at(consentId), `${at(consentId)}/status`]) {
      const [another, none] = [
        await stranger.get(path),
        await stranger.get(path.replace(consentId, '11111111-1111-4111-8111-111111111111')),
      ];
      expect(another).toAnswer(403, { tppMessages: [{ code: 'CONSENT_UNKNOWN' }] });
      expect(another.body).toEqual(none.body);
    }
    expect(await stranger.delete(at(consentId))).toAnswer(403, { tppMessages: [{ code: 'CONSENT_UNKNOWN' }] });
    expect(await consentStatus(consentId)).toBe('received');
  });

  it('becomes valid once if it is approved in several windows at once', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const consentId = await client.createConsent({ accounts: [{ iban }] });
    const tokens = await Promise.all(Array.from({ length: 4 }, () => client.approvedInOneWindow(customer, 'consents', `AIS:${consentId}`)));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(4);
    expect(await consentStatus(consentId)).toBe('valid');
  });

  it('is ended by its client, idempotently, and then gives no access', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const permitted = await client.consentedBy(customer, { accounts: [{ iban }] });
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    const caller = await client.withClientToken('consents', 'AIS');
    const ended = await caller.delete(at(permitted.consentId));
    expect(ended).toAnswer(204);
    expect(ended.text).toBe('');
    expect(await permitted.get('/v1.7/accounts')).toAnswer(401, invalid);
    expect(await caller.delete(at(permitted.consentId))).toAnswer(204);
    expect(await consentStatus(permitted.consentId)).toBe('terminatedByTpp');
  });

  it('cannot be ended after it was refused', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const consentId = await client.createConsent({ accounts: [{ iban }] });
    await expect(client.approvedBy(customer, 'consents', `AIS:${consentId}`, { refuse: true })).rejects.toThrow(/access_denied/);
    expect(await consentStatus(consentId)).toBe('rejected');
    const caller = await client.withClientToken('consents', 'AIS');
    expect(await caller.delete(at(consentId))).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
    expect(await caller.delete(at(await client.createConsent('allPsd2')))).toAnswer(204);
  });

  it('shows the granted access: the accounts the customer chose, and the details implied by balances', async () => {
    const [first, second] = [await anAccount(bank, [customer]), await anAccount(bank, [customer])];
    const permitted = await client.consentedBy(customer, { balances: [] }, { choices: { accounts: [first.iban] } });
    const reference = { iban: first.iban, currency: 'EUR' };
    expect((await permitted.get(at(permitted.consentId))).body).toMatchObject({
      consentStatus: 'valid',
      access: { accounts: [reference], balances: [reference] },
      _links: { account: { href: '/v1.7/accounts' } },
    });
    expect((await permitted.get('/v1.7/accounts')).body.accounts).toMatchObject([{ iban: first.iban }]);
    expect(await permitted.get(`/v1.7/accounts/${second.accountId}/balances`)).toAnswer(404);
  });

  it('replaces the older recurring consent of the same client and customer when it becomes valid', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const older = await client.consentedBy(customer, { accounts: [{ iban }] });
    const once = await client.consentedBy(customer, { accounts: [{ iban }] }, { recurringIndicator: false });
    const elsewhere = await (await bank.client()).consentedBy(customer, { accounts: [{ iban }] });
    expect(await consentStatus(older.consentId)).toBe('valid');
    const newer = await client.consentedBy(customer, { accounts: [{ iban }] });
    expect(await consentStatus(older.consentId)).toBe('replacedByTpp');
    expect(await older.get('/v1.7/accounts')).toAnswer(401, invalid);
    for (const living of [once, elsewhere, newer]) expect(await living.get('/v1.7/accounts')).toAnswer(200);
  });

  it("cannot be approved for an account that is not the customer's", async () => {
    const { iban } = await anAccount(bank, [await aCustomer(bank)]);
    const consentId = await client.createConsent({ accounts: [{ iban }] });
    await expect(client.approvedBy(customer, 'consents', `AIS:${consentId}`)).rejects.toThrow();
    expect(await consentStatus(consentId)).toBe('received');
  });

  it('needs both owners of an account that they hold jointly', async () => {
    const [one, two, nobody] = [await aCustomer(bank), await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const consentId = await client.createConsent({ balances: [{ iban: shared.iban }] });
    const first = await client.approvedBy(one, 'consents', `AIS:${consentId}`);
    const headers = { 'consent-id': consentId };
    expect(await consentStatus(consentId)).toBe('partiallyAuthorised');
    expect(await first.get('/v1.7/accounts', { headers })).toAnswer(401, invalid);
    await expect(client.approvedBy(nobody, 'consents', `AIS:${consentId}`)).rejects.toThrow();
    expect(await consentStatus(consentId)).toBe('partiallyAuthorised');
    const second = await client.approvedBy(two, 'consents', `AIS:${consentId}`);
    expect(await consentStatus(consentId)).toBe('valid');
    for (const owner of [first, second]) expect(await owner.get(`/v1.7/accounts/${shared.accountId}/balances`, { headers })).toAnswer(200);
    await expect(client.approvedBy(nobody, 'consents', `AIS:${consentId}`)).rejects.toThrow();
  });

  it('can be authorized again by its customer, for a new token, while it is valid', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const permitted = await client.consentedBy(customer, { accounts: [{ iban }] });
    const again = await client.approvedBy(customer, 'consents', `AIS:${permitted.consentId}`);
    for (const caller of [permitted, again])
      expect(await caller.get('/v1.7/accounts', { headers: { 'consent-id': permitted.consentId } })).toAnswer(200);
  });

  it('can name cards, savings and portfolios with accounts, all approved together', async () => {
    const { demo } = bank;
    const named = (['account', 'saving', 'loan', 'card', 'securities'] as const).map((kind) => bank.resources(demo, kind)[0]!);
    const permitted = await client.consentedBy(demo, { balances: named });
    const [account, saving, loan, card, portfolio] = named.map(({ resourceId }) => resourceId);
    for (const path of [`/v1.7/accounts/${account}`, `/v1.5/savings/${saving}`, `/v1.5/loans/${loan}`, `/v1.7/cards/${card}`])
      expect(await permitted.get(`${path}/balances`)).toAnswer(200);
    expect(await permitted.get(`/v1.0/securities-accounts/${portfolio}`)).toAnswer(200);
    expect((await permitted.get(at(permitted.consentId))).body.access.balances).toHaveLength(5);
  });

  it('covers accounts opened later if it was given for everything', async () => {
    const owner = await aCustomer(bank);
    await anAccount(bank, [owner]);
    const permitted = await client.consentedBy(owner);
    const later = await anAccount(bank, [owner]);
    expect(await permitted.get(`/v1.7/accounts/${later.accountId}/balances`)).toAnswer(200);
    expect((await permitted.get(at(permitted.consentId))).body.access).toEqual({ allPsd2: 'allAccounts' });
  });
});
