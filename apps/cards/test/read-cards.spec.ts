import { randomUUID } from 'node:crypto';
import { newCustomer, runningBank, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { aCard, type TestCard } from './a-card.js';

describe('GET /v1.7/cards and /v1.7/cards/{card-id}', () => {
  const bank = runningBank(['ais-pis', 'cards']);
  let customer: TestCustomer;
  let [blue, green, theirs] = [] as unknown as [TestCard, TestCard, TestCard];
  let all: ConsentedCaller;
  let some: ConsentedCaller;

  beforeAll(async () => {
    customer = await newCustomer(bank);
    const other = await newCustomer(bank);
    blue = await aCard(bank, [customer], { name: 'Blue' });
    green = await aCard(bank, [customer], { name: 'Green', displayName: 'Shopping' });
    theirs = await aCard(bank, [other]);
    all = (await (await bank.client()).consentedBy(customer)).paced;
    some = await (
      await bank.client()
    ).consentedBy(customer, {
      accounts: [{ maskedPan: blue.maskedPan }, { maskedPan: green.maskedPan }],
      balances: [{ maskedPan: green.maskedPan }],
    });
  });

  it("lists the customer's cards with their details, and links to what the consent covers", async () => {
    const { body } = await all.get('/v1.7/cards');
    expect(body).toEqual({
      cards: [
        {
          resourceId: blue.cardId,
          maskedPan: blue.maskedPan,
          currency: 'EUR',
          name: 'Blue',
          product: 'Classic Credit',
          status: 'enabled',
          usage: 'PRIV',
          creditLimit: { currency: 'EUR', amount: '1000.00' },
          _links: { balances: { href: `${blue.path}/balances` }, transactions: { href: `${blue.path}/transactions` } },
        },
        expect.objectContaining({ resourceId: green.cardId, displayName: 'Shopping' }),
      ],
    });
    for (const { href } of Object.values(body.cards[0]._links as Record<string, { href: string }>))
      expect(await all.get(href)).toAnswer(200);
    const named = await some.get('/v1.7/cards');
    expect(named.body.cards.map(({ _links }: { _links: object }) => Object.keys(_links))).toEqual([[], ['balances']]);
  });

  it('adds balances on request, to the cards whose balances the consent covers', async () => {
    expect((await some.get('/v1.7/cards')).body.cards.every((card: object) => !('balances' in card))).toBe(true);
    const asked = await some.get('/v1.7/cards?withBalance=true');
    expect(asked.body.cards.map((card: { balances?: object[] }) => card.balances?.length)).toEqual([undefined, 3]);
    expect((await some.get(`${green.path}?withBalance=true`)).body.card.balances).toHaveLength(3);
    expect((await some.get(`${blue.path}?withBalance=true`)).body.card).not.toHaveProperty('balances');
    expect(await some.get('/v1.7/cards?withBalance=yes')).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'withBalance' }] });
  });

  it('names the owner only for cards for which the consent grants it', async () => {
    expect((await all.get(blue.path)).body.card).not.toHaveProperty('ownerName');
    const everyOwner = await (await bank.client()).consentedBy(customer, { allPsd2: 'allAccountsWithOwnerName' });
    expect((await everyOwner.get('/v1.7/cards')).body.cards.map(({ ownerName }: { ownerName: string }) => ownerName)).toEqual([
      'Test Owner',
      'Test Owner',
    ]);
    const oneOwner = await (
      await bank.client()
    ).consentedBy(customer, {
      accounts: [{ maskedPan: blue.maskedPan }, { maskedPan: green.maskedPan }],
      additionalInformation: { ownerName: [{ maskedPan: blue.maskedPan }] },
    });
    expect((await oneOwner.get('/v1.7/cards')).body.cards.map(({ ownerName }: { ownerName?: string }) => ownerName)).toEqual([
      'Test Owner',
      undefined,
    ]);
  });

  it("answers another customer's card, an unknown id and a malformed id identically", async () => {
    expect(await all.get(blue.path)).toAnswer(200, { card: { resourceId: blue.cardId } });
    const answers = await Promise.all([theirs.cardId, randomUUID(), 'not-an-id'].map((id) => all.get(`/v1.7/cards/${id}`)));
    for (const answer of answers) expect(answer).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('returns an empty list for a customer without a card', async () => {
    const former = await newCustomer(bank);
    const card = await aCard(bank, [former]);
    const reader = await (await bank.client()).consentedBy(former);
    expect((await reader.get('/v1.7/cards')).body.cards).toHaveLength(1);
    await bank.database('cards').query('delete from holder where resource_id = $1', [card.cardId]);
    expect((await reader.get('/v1.7/cards')).body).toEqual({ cards: [] });
  });

  it('opens only lists if the consent is for lists only', async () => {
    const lists = await (await bank.client()).consentedBy(customer, { availableAccounts: 'allAccounts' });
    const { body } = await lists.get('/v1.7/cards?withBalance=true');
    expect(body.cards).toHaveLength(2);
    expect(body.cards[0]).toMatchObject({ _links: {} });
    expect(body.cards[0]).not.toHaveProperty('balances');
    expect(await lists.get(blue.path)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    const withBalances = await (await bank.client()).consentedBy(customer, { availableAccountsWithBalance: 'allAccounts' });
    expect((await withBalances.get('/v1.7/cards?withBalance=true')).body.cards[0].balances).toHaveLength(3);
  });

  it('opens nothing if the consent is restricted to other kinds of account', async () => {
    const restricted = await (await bank.client()).consentedBy(bank.demo, { allPsd2: 'allAccounts', restrictedTo: ['CACC'] });
    expect(await restricted.get('/v1.7/cards')).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    const cardsOnly = await (await bank.client()).consentedBy(bank.demo, { allPsd2: 'allAccounts', restrictedTo: ['CARD'] });
    expect((await cardsOnly.get('/v1.7/cards')).body.cards).toHaveLength(bank.resources(bank.demo, 'card').length);
  });
});
