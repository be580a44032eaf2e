import { randomUUID } from 'node:crypto';
import { newCustomer, runningBank, type HttpResponse, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { aContract, kinds, type TestContract } from './a-contract.js';

describe.each(Object.values(kinds))('GET $list and one of them', (kind) => {
  const bank = runningBank(['ais-pis', 'savings-loans']);
  let customer: TestCustomer;
  let [blue, green, theirs] = [] as unknown as [TestContract, TestContract, TestContract];
  let all: ConsentedCaller;
  let some: ConsentedCaller;
  const shown = ({ body }: HttpResponse) => (body as Record<string, Record<string, unknown>[]>)[kind.many]!;

  beforeAll(async () => {
    customer = await newCustomer(bank);
    blue = await aContract(bank, kind, [customer], { name: 'Blue' });
    green = await aContract(bank, kind, [customer], { name: 'Green', displayName: 'House' });
    theirs = await aContract(bank, kind, [await newCustomer(bank)]);
    all = (await (await bank.client()).consentedBy(customer)).paced;
    some = await (
      await bank.client()
    ).consentedBy(customer, { accounts: [{ bban: blue.bban }, { bban: green.bban }], balances: [{ bban: green.bban }] });
  });

  it("lists the customer's resources with their details, and links to what the consent covers", async () => {
    const [first, second] = shown(await all.get(kind.list));
    expect(first).toEqual({
      resourceId: blue.accountId,
      bban: blue.bban,
      currency: 'EUR',
      name: 'Blue',
      product: 'Test product',
      cashAccountType: kind === kinds.loans ? 'LOAN' : 'SVGS',
      status: 'enabled',
      usage: 'PRIV',
      interest: [{ type: 'FIXD', rate: [{ percentage: '2.5' }] }],
      relatedDates: { contractStartDate: '2025-01-31', ...(kind === kinds.loans && { contractEndDate: '2040-01-31' }) },
      ...(kind === kinds.loans && { collateralsInvolved: true, guaranteeInvolved: false }),
      _links: { balances: { href: `${blue.path}/balances` }, transactions: { href: `${blue.path}/transactions` } },
    });
    expect(second).toMatchObject({ resourceId: green.accountId, displayName: 'House' });
    for (const { href } of Object.values(first!['_links'] as Record<string, { href: string }>)) expect(await all.get(href)).toAnswer(200);
    expect(shown(await some.get(kind.list)).map(({ _links }) => Object.keys(_links as object))).toEqual([[], ['balances']]);
    expect((await all.get(blue.path)).body).toEqual({ [kind.one]: first });
  });

  it('adds balances on request if the consent covers them', async () => {
    expect(shown(await some.get(kind.list)).some((account) => 'balances' in account)).toBe(false);
    expect(shown(await some.get(`${kind.list}?withBalance=true`)).map(({ balances }) => Array.isArray(balances))).toEqual([false, true]);
    expect((await some.get(`${green.path}?withBalance=true`)).body[kind.one]).toHaveProperty('balances');
    expect((await some.get(`${blue.path}?withBalance=true`)).body[kind.one]).not.toHaveProperty('balances');
  });

  it('names the owner only for resources for which the consent grants it', async () => {
    expect((await all.get(blue.path)).body[kind.one]).not.toHaveProperty('ownerName');
    const oneOwner = await (
      await bank.client()
    ).consentedBy(customer, {
      accounts: [{ bban: blue.bban }, { bban: green.bban }],
      additionalInformation: { ownerName: [{ bban: blue.bban }] },
    });
    expect(shown(await oneOwner.get(kind.list)).map(({ ownerName }) => ownerName)).toEqual(['Test Owner', undefined]);
  });

  it("answers another customer's id, an unknown id and a malformed id identically", async () => {
    expect(await all.get(blue.path)).toAnswer(200);
    const answers = await Promise.all([theirs.accountId, randomUUID(), 'not-an-id'].map((id) => all.get(`${kind.list}/${id}`)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });

  it('returns an empty list if the customer has nothing', async () => {
    const former = await newCustomer(bank);
    const { accountId } = await aContract(bank, kind, [former]);
    const reader = await (await bank.client()).consentedBy(former);
    expect(shown(await reader.get(kind.list))).toHaveLength(1);
    await bank.database('savings-loans').query('delete from holder where resource_id = $1', [accountId]);
    expect((await reader.get(kind.list)).body).toEqual({ [kind.many]: [] });
  });

  it('opens only the list if the consent is for lists only, and nothing for another kind', async () => {
    const lists = await (await bank.client()).consentedBy(customer, { availableAccounts: 'allAccounts' });
    expect(shown(await lists.get(kind.list))).toHaveLength(2);
    expect(await lists.get(blue.path)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    const other = kind === kinds.loans ? kinds.savings : kinds.loans;
    expect(await some.get(other.list)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
  });

  it('accepts no parameter but withBalance', async () => {
    expect(await all.get(`${kind.list}?withBalance=true`)).toAnswer(200);
    expect(await all.get(`${kind.list}?withBalance=1&limit=3`)).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR' }, { code: 'FORMAT_ERROR' }],
    });
  });
});
