import { randomUUID } from 'node:crypto';
import { newCustomer, runningBank, type HttpResponse, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { anInstrument, aPortfolio, holds, type TestPortfolio } from './a-portfolio.js';

describe('GET /v1.0/securities-accounts and one of them', () => {
  const bank = runningBank(['ais-pis', 'securities']);
  let customer: TestCustomer;
  let [blue, green, theirs] = [] as unknown as [TestPortfolio, TestPortfolio, TestPortfolio];
  let all: ConsentedCaller;
  let some: ConsentedCaller;
  const shown = ({ body }: HttpResponse) => (body as { securitiesAccounts: Record<string, unknown>[] }).securitiesAccounts;

  beforeAll(async () => {
    customer = await newCustomer(bank);
    blue = await aPortfolio(bank, [customer], { name: 'Blue' });
    green = await aPortfolio(bank, [customer], { name: 'Green' });
    theirs = await aPortfolio(bank, [await newCustomer(bank)]);
    await holds(bank, green, await anInstrument(bank), 3);
    all = (await (await bank.client()).consentedBy(customer)).paced;
    some = (await (await bank.client()).consentedBy(customer, { accounts: [blue.reference, green.reference], balances: [green.reference] }))
      .paced;
  });

  it("lists the customer's resources with their details, and links to what the consent covers", async () => {
    const [first] = shown(await all.get('/v1.0/securities-accounts'));
    expect(first).toEqual({
      resourceId: blue.accountId,
      other: { identification: blue.identification, schemeNameProprietary: 'Safekeeping', issuer: 'Test bank' },
      currency: 'EUR',
      name: 'Blue',
      product: 'Test depot',
      cashAccountType: 'SCTS',
      status: 'enabled',
      usage: 'PRIV',
      _links: {
        positions: { href: `${blue.path}/positions` },
        transactions: { href: `${blue.path}/transactions` },
        orders: { href: `${blue.path}/orders` },
      },
    });
    for (const { href } of Object.values(first!['_links'] as Record<string, { href: string }>)) expect(await all.get(href)).toAnswer(200);
    expect(shown(await some.get('/v1.0/securities-accounts')).map(({ _links }) => Object.keys(_links as object))).toEqual([
      [],
      ['positions'],
    ]);
    expect((await all.get(blue.path)).body).toEqual({ securitiesAccount: first });
  });

  it('adds the value of the holdings on request if the consent covers balances', async () => {
    expect(shown(await some.get('/v1.0/securities-accounts')).some((account) => 'balances' in account)).toBe(false);
    const [none, worth] = shown(await some.get('/v1.0/securities-accounts?withBalance=true'));
    expect(none).not.toHaveProperty('balances');
    expect(worth).toMatchObject({ balances: [{ balanceType: 'closingBooked', balanceAmount: { currency: 'EUR', amount: '30.00' } }] });
    expect(await all.get(`${blue.path}?withBalance=true`)).toAnswer(200, {
      securitiesAccount: { balances: [{ balanceAmount: { amount: '0.00' } }] },
    });
    expect((await some.get(`${blue.path}?withBalance=true`)).body.securitiesAccount).not.toHaveProperty('balances');
  });

  it('names the owner only for resources for which the consent grants it', async () => {
    expect((await all.get(blue.path)).body.securitiesAccount).not.toHaveProperty('ownerName');
    const oneOwner = await (
      await bank.client()
    ).consentedBy(customer, { accounts: [blue.reference, green.reference], additionalInformation: { ownerName: [blue.reference] } });
    expect(shown(await oneOwner.get('/v1.0/securities-accounts')).map(({ ownerName }) => ownerName)).toEqual(['Test Owner', undefined]);
  });

  it("answers another customer's id, an unknown id and a malformed id identically, at every path of an account", async () => {
    for (const below of ['', '/positions', '/transactions', '/orders']) {
      expect(await all.get(`${blue.path}${below}`)).toAnswer(200);
      const answers = await Promise.all(
        [theirs.accountId, randomUUID(), 'not-an-id'].map((id) => all.get(`/v1.0/securities-accounts/${id}${below}`)),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
    }
  });

  it('returns an empty list if the customer has nothing', async () => {
    const former = await newCustomer(bank);
    const { accountId } = await aPortfolio(bank, [former]);
    const reader = await (await bank.client()).consentedBy(former);
    expect(shown(await reader.get('/v1.0/securities-accounts'))).toHaveLength(1);
    await bank.database('securities').query('delete from holder where resource_id = $1', [accountId]);
    expect((await reader.get('/v1.0/securities-accounts')).body).toEqual({ securitiesAccounts: [] });
  });

  it('refuses reads without the permission, and opens only the list if the consent is for lists', async () => {
    expect(await some.get(`${green.path}/positions`)).toAnswer(200);
    for (const below of ['positions', 'transactions', 'orders'])
      expect(await some.get(`${blue.path}/${below}`)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    const lists = await (await bank.client()).consentedBy(customer, { availableAccounts: 'allAccounts' });
    expect(shown(await lists.get('/v1.0/securities-accounts'))).toHaveLength(2);
    expect(await lists.get(blue.path)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
  });

  it('accepts no parameter but withBalance', async () => {
    expect(await all.get(`${blue.path}?withBalance=false`)).toAnswer(200);
    expect(await all.get(`${blue.path}?limit=1`)).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'limit' }] });
  });
});
