import { randomUUID } from 'node:crypto';
import { scenarioPages, services } from '@open-banking/spec';
import { inDays, runningBank, until, type TestClient } from '@open-banking/testing';
import { AScenarist, type Login, type Made } from './a-scenarist.js';

const slowMs = 300_000;
const sepa = '/v1.7/payments/sepa-credit-transfers';

const amountsOf = async (client: TestClient, who: Login) => {
  const caller = await client.consentedBy(who as never, 'allPsd2');
  const { resourceId } = who.accounts.find(({ kind }) => kind === 'account')!;
  const { body } = await caller.get(`/v1.7/accounts/${resourceId}/transactions?bookingStatus=booked&dateFrom=${inDays(-30)}`);
  return (body as { transactions: { booked: { transactionAmount: { amount: string } }[] } }).transactions.booked.map(
    ({ transactionAmount }) => transactionAmount.amount,
  );
};

describe('a scenario of a developer', () => {
  const bank = runningBank(services);

  it(
    'makes customers whose data follow from the seed, each with ids and numbers of their own',
    async () => {
      const one = await AScenarist.of(bank);
      const client = await one.client(bank);
      const [first, second] = await Promise.all([one.customer({ seed: 'same' }), one.customer({ seed: 'same' })]);
      const kinds = ({ logins }: Made) => logins[0]!.accounts.map(({ kind }) => kind).sort();
      expect(kinds(first)).toEqual(['account', 'account', 'card', 'loan', 'saving', 'securities']);
      expect(kinds(second)).toEqual(kinds(first));
      const ids = [first, second].flatMap(({ logins }) => logins[0]!.accounts.map(({ resourceId }) => resourceId));
      expect(new Set(ids).size).toBe(12);
      const amounts = await amountsOf(client, first.logins[0]!);
      expect(amounts.length).toBeGreaterThan(5);
      expect(await amountsOf(client, second.logins[0]!)).toEqual(amounts);
      expect((await bank.database('ais-pis').query('select from entry where account_id = $1', [ids[0]])).rowCount).toBeGreaterThan(50);
    },
    slowMs,
  );

  it(
    'repeats a PUT with the same id without another customer, and replaces what the customer has with another body',
    async () => {
      const one = await AScenarist.of(bank);
      const path = `/sandbox/customers/${randomUUID()}`;
      const put = (body: object) => one.call('PUT', path, body);
      const [made, again] = await Promise.all([put({ products: [] }), put({ products: [] })]);
      expect([made, again].map(({ status }) => status)).toEqual([200, 200]);
      expect(again.body).toEqual(made.body);
      expect((await one.call('GET', '/sandbox/customers')).body).toEqual({ customers: [made.body] });
      const replaced = await put({ products: ['card'] });
      const kindsOf = ({ body }: { readonly body: unknown }) => (body as Made).logins[0]!.accounts.map(({ kind }) => kind);
      expect([kindsOf(made), kindsOf(replaced)]).toEqual([['account'], ['account', 'card']]);
      expect((await one.call('GET', '/sandbox/customers')).body).toEqual({ customers: [replaced.body] });
      expect(await put({ products: ['yacht'], seed: 'a b' })).toAnswer(400, { tppMessages: [{ path: '/seed' }, { path: '/products/0' }] });
    },
    slowMs,
  );

  it(
    'takes a customer back to the beginning, and removes one',
    async () => {
      const one = await AScenarist.of(bank);
      const client = await one.client(bank);
      const { customerId, logins } = await one.customer({ products: ['card'] });
      const reader = await client.consentedBy(logins[0] as never);
      expect(await reader.get('/v1.7/accounts')).toAnswer(200);
      const before = await amountsOf(client, logins[0]!);

      const reset = await one.call('POST', `/sandbox/customers/${customerId}/resets`);
      expect(reset).toAnswer(200);
      const [login] = (reset.body as Made).logins;
      expect([login!.login, login!.password]).toEqual([logins[0]!.login, logins[0]!.password]);
      expect(login!.accounts.map(({ kind }) => kind)).toEqual(logins[0]!.accounts.map(({ kind }) => kind));
      expect(await reader.get('/v1.7/accounts')).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
      const anew = await client.consentedBy(login as never);
      const { body } = await anew.get('/v1.7/accounts');
      expect((body as { accounts: { resourceId: string }[] }).accounts.map(({ resourceId }) => resourceId)).toEqual(
        login!.accounts.filter(({ kind }) => kind === 'account').map(({ resourceId }) => resourceId),
      );
      expect(await amountsOf(client, login!)).toEqual(before);

      expect(await one.call('DELETE', `/sandbox/customers/${customerId}`)).toAnswer(204);
      expect(await one.call('DELETE', `/sandbox/customers/${customerId}`)).toAnswer(204);
      expect(await one.call('GET', `/sandbox/customers/${customerId}`)).toAnswer(404, {
        tppMessages: [{ path: 'customerId', text: 'You have no customer with this id.' }],
      });
      await expect(client.consentedBy(login as never)).rejects.toThrow();
    },
    slowMs,
  );

  it(
    'lets the customer revoke a consent, which its client then finds ended',
    async () => {
      const one = await AScenarist.of(bank);
      const client = await one.client(bank);
      const { logins } = await one.customer({ products: [] });
      const reader = await client.consentedBy(logins[0] as never);
      const path = `/sandbox/consents/${reader.consentId}/revocations`;
      expect(await one.call('POST', path)).toAnswer(204);
      expect(await one.call('POST', path)).toAnswer(204);
      expect(await reader.get('/v1.7/accounts')).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
      const itself = await client.withClientToken('consents', 'AIS');
      expect((await itself.get(`/v1.7/consents/${reader.consentId}/status`)).body).toMatchObject({ consentStatus: 'revokedByPsu' });
      const unapproved = await client.createConsent('allPsd2');
      expect(await one.call('POST', `/sandbox/consents/${unapproved}/revocations`)).toAnswer(409, {
        tppMessages: [{ code: 'STATUS_INVALID' }],
      });
    },
    slowMs,
  );

  it(
    'uses up what may be read of a consent without the customer, and nothing else',
    async () => {
      const one = await AScenarist.of(bank);
      const [client, other] = [await one.client(bank), await one.client(bank)];
      const { logins } = await one.customer({ products: ['card'] });
      const [reader, another] = [await client.consentedBy(logins[0] as never), await other.consentedBy(logins[0] as never)];
      const away = { headers: { 'psu-ip-address': '' } };
      expect(await reader.get('/v1.7/accounts', away)).toAnswer(200);
      expect(await one.call('POST', `/sandbox/consents/${reader.consentId}/read-exhaustions`)).toAnswer(204);
      for (const path of ['/v1.7/accounts', '/v1.7/cards', `/v1.7/accounts/${logins[0]!.accounts[0]!.resourceId}/balances`]) {
        const refused = await reader.get(path, away);
        expect(refused).toAnswer(429, { tppMessages: [{ code: 'ACCESS_EXCEEDED' }] });
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
        expect(await reader.get(path)).toAnswer(200);
        expect(await another.get(path, away)).toAnswer(200);
      }
      expect(await one.call('DELETE', `/sandbox/consents/${reader.consentId}/read-exhaustions`)).toAnswer(405);
      const unapproved = await client.createConsent('allPsd2');
      expect(await one.call('POST', `/sandbox/consents/${unapproved}/read-exhaustions`)).toAnswer(409);
    },
    slowMs,
  );

  it(
    'makes a service unavailable for one client for a while, and for nobody else',
    async () => {
      const one = await AScenarist.of(bank);
      const [client, other] = [await one.client(bank), await one.client(bank)];
      const { logins } = await one.customer({ products: ['card'] });
      const [reader, another] = [await client.consentedBy(logins[0] as never), await other.consentedBy(logins[0] as never)];
      const outage = (body: object, clientId = client.clientId) => one.call('POST', `/sandbox/clients/${clientId}/outages`, body);
      expect(await reader.get('/v1.7/cards')).toAnswer(200);
      expect(await outage({ service: 'cards', seconds: 600 })).toAnswer(204);
      await until('the cards are unavailable', async () => (await reader.get('/v1.7/cards')).status === 503);
      const refused = await reader.get('/v1.7/cards');
      expect(refused).toAnswer(503, { tppMessages: [{ code: 'SERVICE_UNAVAILABLE' }] });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
      expect(await reader.get('/v1.7/accounts')).toAnswer(200);
      expect(await another.get('/v1.7/cards')).toAnswer(200);

      expect(await outage({ service: 'ais-pis', seconds: 600 })).toAnswer(204);
      expect(await reader.get('/v1.7/accounts')).toAnswer(503);
      const payer = await client.withClientToken('payments', 'PIS');
      expect(await payer.get(`${sepa}/${randomUUID()}`)).toAnswer(503);
      for (const service of ['ais-pis', 'cards']) expect(await outage({ service, seconds: 0 })).toAnswer(204);
      expect(await reader.get('/v1.7/accounts')).toAnswer(200);
      await until('the cards are there again', async () => (await reader.get('/v1.7/cards')).status === 200);

      expect(await outage({ service: 'portal', seconds: 4_000 })).toAnswer(400, {
        tppMessages: [{ path: '/service' }, { path: '/seconds' }],
      });
      expect(await outage({ service: 'cards', seconds: 1 }, (await bank.client()).clientId)).toAnswer(404, {
        tppMessages: [{ code: 'RESOURCE_UNKNOWN', text: 'You have no client with this id.' }],
      });
    },
    slowMs,
  );

  it(
    'lets the second owner approve a consent, and refuse a payment',
    async () => {
      const one = await AScenarist.of(bank);
      const client = await one.client(bank);
      const { logins } = await one.customer({ products: ['euroAccount'], secondOwner: true });
      const shared = logins[0]!.accounts.filter(({ kind, approval }) => kind === 'account' && approval === 'both');
      expect([logins.length, shared.length]).toEqual([2, 2]);
      const consentId = await client.createConsent({ balances: shared });
      const reader = await client.approvedBy(logins[0] as never, 'consents', `AIS:${consentId}`);
      const headers = { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' };
      expect(await reader.get('/v1.7/accounts', { headers })).toAnswer(401);
      expect(await one.call('POST', `/sandbox/consents/${consentId}/second-owner-answers`, { answer: 'approve' })).toAnswer(204);
      expect(await reader.get('/v1.7/accounts', { headers })).toAnswer(200);
      expect(await one.call('POST', `/sandbox/consents/${consentId}/second-owner-answers`, { answer: 'approve' })).toAnswer(409);

      const payer = await client.withClientToken('payments', 'PIS');
      const { iban } = shared.find(({ currency }) => currency === 'EUR')!.reference;
      const { body } = await payer.post(sepa, {
        instructedAmount: { currency: 'EUR', amount: '12.50' },
        creditorAccount: { iban: 'DE89370400440532013000' },
        creditorName: 'Bookshop',
        debtorAccount: { iban },
      });
      const { paymentId } = body as { paymentId: string };
      await client.approvedBy(logins[0] as never, 'payments', `PIS:${paymentId}`);
      expect(await one.call('POST', `/sandbox/payments/${paymentId}/second-owner-answers`, { answer: 'perhaps' })).toAnswer(400, {
        tppMessages: [{ path: '/answer' }],
      });
      expect(await one.call('POST', `/sandbox/payments/${paymentId}/second-owner-answers`, { answer: 'refuse' })).toAnswer(204);
      expect((await payer.get(`${sepa}/${paymentId}/status`)).body).toMatchObject({ transactionStatus: 'RJCT' });
    },
    slowMs,
  );

  it(
    'reaches nothing of another developer, who is told what is told of what does not exist, and nothing without a key',
    async () => {
      const [one, other] = await Promise.all([AScenarist.of(bank), AScenarist.of(bank)]);
      const client = await one.client(bank);
      const { customerId, logins } = await one.customer({ products: [] });
      const reader = await client.consentedBy(logins[0] as never);
      const answersFor = (id: string) => ['GET', 'DELETE'].map((method) => other.call(method, `/sandbox/customers/${id}`));
      const statusesAndBodies = async (all: Promise<{ status: number; body: unknown }>[]) =>
        (await Promise.all(all)).map(({ status, body }) => [status, body]);
      expect(await statusesAndBodies(answersFor(customerId))).toEqual(await statusesAndBodies(answersFor(randomUUID())));
      expect(await other.call('PUT', `/sandbox/customers/${customerId}`, {})).toAnswer(409);
      expect(await other.call('POST', `/sandbox/consents/${reader.consentId}/revocations`)).toAnswer(404, {
        tppMessages: [{ code: 'RESOURCE_UNKNOWN', text: 'None of your clients has a consent with this id.' }],
      });
      expect(await reader.get('/v1.7/accounts')).toAnswer(200);
      expect(await bank.anonymous.get('/sandbox/customers')).toAnswer(401, {
        tppMessages: [{ code: 'TOKEN_UNKNOWN', path: 'Authorization' }],
      });

      await one.developer.browser.open(scenarioPages.showScenarios.path);
      await one.developer.browser.press('remove-key');
      expect(await one.call('GET', '/sandbox/customers')).toAnswer(401);
    },
    slowMs,
  );
});
