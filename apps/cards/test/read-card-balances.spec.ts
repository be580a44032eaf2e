import { randomUUID } from 'node:crypto';
import { daysAgo, newCustomer, runningBank, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { aCard, type TestCard } from './a-card.js';

describe('GET /v1.7/cards/{card-id}/balances', () => {
  const bank = runningBank(['ais-pis', 'cards']);
  let customer: TestCustomer;
  let card: TestCard;
  let permitted: ConsentedCaller;

  beforeAll(async () => {
    customer = await newCustomer(bank);
    card = await aCard(bank, [customer]);
    permitted = (await (await bank.client()).consentedBy(customer)).paced;
  });

  it('returns the next debit, the amount not yet invoiced, and the remaining limit', async () => {
    const lastChangeDateTime = '2026-11-20T10:00:00.000Z';
    expect((await permitted.get(`${card.path}/balances`)).body).toEqual({
      card: { maskedPan: card.maskedPan, currency: 'EUR' },
      balances: [
        { balanceType: 'expected', balanceAmount: { currency: 'EUR', amount: '-100.00' }, referenceDate: '2026-12-10', lastChangeDateTime },
        { balanceType: 'nonInvoiced', balanceAmount: { currency: 'EUR', amount: '-20.50' }, lastChangeDateTime },
        {
          balanceType: 'interimAvailable',
          balanceAmount: { currency: 'EUR', amount: '874.50' },
          creditLimitIncluded: true,
          lastChangeDateTime,
        },
      ],
    });
  });

  it('returns the next statement if nothing is invoiced', async () => {
    const fresh = await aCard(bank, [customer], { invoiced: '0.00' });
    expect(await permitted.get(`${fresh.path}/balances`)).toAnswer(200, {
      balances: [{ balanceType: 'expected', balanceAmount: { amount: '-20.50' } }, {}, { balanceAmount: { amount: '974.50' } }],
    });
  });

  it('returns an empty list of balances for a card that was never used', async () => {
    const unused = await aCard(bank, [customer], { withBalance: false });
    expect(await permitted.get(`${unused.path}/balances`)).toAnswer(200, { balances: [] });
    const { body } = await permitted.get('/v1.7/cards?withBalance=true');
    expect((body.cards as { resourceId: string }[]).map(({ resourceId }) => resourceId)).toContain(unused.cardId);
  });

  it('returns balances that the consent covers, refuses those of a card with other permissions, and answers 404 for other cards', async () => {
    const another = await aCard(bank, [customer]);
    const apart = await aCard(bank, [customer]);
    const some = await (
      await bank.client()
    ).consentedBy(customer, { balances: [{ maskedPan: card.maskedPan }], accounts: [{ maskedPan: another.maskedPan }] });
    expect(await some.get(`${card.path}/balances`)).toAnswer(200);
    expect(await some.get(`${another.path}/balances`)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    expect(await some.get(`${apart.path}/balances`)).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });

  it("answers another customer's card, an unknown id and a malformed id identically", async () => {
    const theirs = await aCard(bank, [await newCustomer(bank)]);
    expect(await permitted.get(`${card.path}/balances`)).toAnswer(200);
    const answers = await Promise.all([theirs.cardId, randomUUID(), 'not-an-id'].map((id) => permitted.get(`/v1.7/cards/${id}/balances`)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });

  it('accepts a start date up to today, and always returns the current balances', async () => {
    const now = (await permitted.get(`${card.path}/balances`)).body as object;
    for (const days of [0, 1, 200]) expect(await permitted.get(`${card.path}/balances?dateFrom=${daysAgo(days)}`)).toAnswer(200, now);
    for (const day of [daysAgo(-1), '2026-02-30', 'yesterday', '2001-01-01']) {
      expect(await permitted.get(`${card.path}/balances?dateFrom=${day}`)).toAnswer(400, {
        tppMessages: [{ code: 'PERIOD_INVALID', path: 'dateFrom' }],
      });
    }
  });

  it('accepts no other parameter', async () => {
    expect(await permitted.get(`${card.path}/balances?withBalance=true`)).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path: 'withBalance' }],
    });
  });
});
