import { randomUUID } from 'node:crypto';
import { daysAgo, newCustomer, runningBank, type HttpResponse, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { aCard, authoriseMany, purchases, type TestCard } from './a-card.js';

interface Report {
  readonly booked?: { cardTransactionId: string }[];
  readonly pending?: { cardTransactionId: string }[];
  readonly _links: Record<string, { href: string }>;
}

describe('GET /v1.7/cards/{card-id}/transactions', () => {
  const bank = runningBank(['ais-pis', 'cards']);
  let customer: TestCustomer;
  let permitted: ConsentedCaller;
  const cardWith = async (
    count: number,
    given?: { from?: number; aDay?: number },
  ): Promise<TestCard & { list: string; references: string[] }> => {
    const card = await aCard(bank, [customer]);
    return { ...card, list: `${card.path}/transactions`, references: await purchases(bank, card, count, given) };
  };
  const cardReport = ({ body }: HttpResponse): Report => (body as { cardTransactions: Report }).cardTransactions;
  const reportLinks = (body: { cardTransactions: Report }) => body.cardTransactions._links;
  const shown = (pages: readonly HttpResponse[]) =>
    pages.flatMap((page) => cardReport(page).booked!.map(({ cardTransactionId }) => cardTransactionId));
  const refusal = (code: string, path: string) => ({ tppMessages: [{ code, path }] });

  beforeAll(async () => {
    customer = await newCustomer(bank);
    await aCard(bank, [customer]);
    permitted = (await (await bank.client()).consentedBy(customer)).paced;
  });

  it('lists booked transactions, newest first; sparse rows with the fields they have', async () => {
    const { path, list, maskedPan, references } = await cardWith(3);
    const { body } = await permitted.get(list);
    expect(body).toEqual({
      card: { maskedPan, currency: 'EUR' },
      cardTransactions: { booked: expect.any(Array), _links: { card: { href: path }, first: { href: list } } },
    });
    expect(body.cardTransactions.booked.map(({ cardTransactionId }: { cardTransactionId: string }) => cardTransactionId)).toEqual(
      references,
    );
    expect(body.cardTransactions.booked[0]).toEqual({
      transactionId: references[0],
      cardTransactionId: references[0],
      transactionDate: daysAgo(0),
      acceptorTransactionDateTime: expect.stringMatching(/Z$/),
      bookingDate: daysAgo(0),
      valueDate: daysAgo(0),
      transactionAmount: { currency: 'EUR', amount: '-1.50' },
      maskedPAN: maskedPan,
      invoiced: false,
    });
  });

  it('returns all details of a purchase abroad', async () => {
    const card = await aCard(bank, [customer]);
    await purchases(bank, card, 1);
    await bank.database('cards').query(
      `update card_transaction set original_amount = -1.60, original_currency = 'USD', markup_fee = -0.05, markup_fee_percentage = 2, grand_total_amount = -1.55,
      card_acceptor_name = 'Books', card_acceptor_town = 'Boston', card_acceptor_country = 'US', merchant_category_code = '5942', terminal_id = 'T1' where card_id = $1`,
      [card.cardId],
    );
    expect(await permitted.get(`${card.path}/transactions`)).toAnswer(200, {
      cardTransactions: {
        booked: [
          {
            originalAmount: { currency: 'USD', amount: '-1.60' },
            markupFee: { currency: 'EUR', amount: '-0.05' },
            grandTotalAmount: { currency: 'EUR', amount: '-1.55' },
            cardAcceptorName: 'Books',
            cardAcceptorAddress: { townName: 'Boston', country: 'US' },
            merchantCategoryCode: '5942',
            terminalId: 'T1',
          },
        ],
      },
    });
  });

  it("keeps a transaction's id from authorised to booked", async () => {
    const card = await aCard(bank, [customer]);
    await authoriseMany(bank, card, 1, 'AUTH-4711');
    const list = `${card.path}/transactions?bookingStatus=both`;
    const named = { transactionId: 'AUTH-4711', cardTransactionId: 'AUTH-4711' };
    expect(cardReport(await permitted.get(list))).toMatchObject({ pending: [named], booked: [] });
    await bank.database('cards').query('delete from card_pending_transaction where card_id = $1', [card.cardId]);
    await purchases(bank, card, 1, { transactionId: 'AUTH-4711' });
    expect(cardReport(await permitted.get(list))).toMatchObject({ pending: [], booked: [named] });
  });

  it('omits an amount without a delivered currency, and lists the rest', async () => {
    const { list, cardId } = await cardWith(2);
    await bank
      .database('cards')
      .query('update card_transaction set original_amount = -1.60 where card_id = $1 and booking_date = $2', [cardId, daysAgo(0)]);
    const [odd, usual] = cardReport(await permitted.get(list)).booked!;
    expect(odd).not.toHaveProperty('originalAmount');
    expect(usual).toBeDefined();
  });

  it('returns the lists requested by booking status, each with a first link', async () => {
    const card = await cardWith(2);
    await authoriseMany(bank, card, 1);
    const empty = await aCard(bank, [customer]);
    const counts = async (path: string, status: string) => {
      const { booked, pending, _links } = cardReport(await permitted.get(`${path}/transactions?bookingStatus=${status}`));
      expect(await permitted.get(_links['first']!.href)).toAnswer(200);
      return [booked?.length, pending?.length];
    };
    expect(await counts(card.path, 'booked')).toEqual([2, undefined]);
    expect(await counts(card.path, 'pending')).toEqual([undefined, 1]);
    expect(await counts(card.path, 'both')).toEqual([2, 1]);
    expect(await counts(card.path, 'all')).toEqual([2, 1]);
    expect(await counts(card.path, 'information')).toEqual([undefined, undefined]);
    expect(await counts(empty.path, 'both')).toEqual([0, 0]);
    expect(await permitted.get(`${card.list}?bookingStatus=late`)).toAnswer(400, refusal('FORMAT_ERROR', 'bookingStatus'));
  });

  it('returns links to the last page, without gaps or duplicates while new entries are booked', async () => {
    const card = await cardWith(25, { aDay: 10 });
    await authoriseMany(bank, card, 2);
    const first = await permitted.get(`${card.list}?bookingStatus=both&limit=7`);
    await purchases(bank, card, 5, { from: 1_000, aDay: 10 });
    const rest = await permitted.pages(reportLinks(first.body)['next']!.href, reportLinks);
    expect(shown([first, ...rest])).toEqual(card.references);
    expect([first, ...rest].map((page) => cardReport(page).pending?.length)).toEqual([2, undefined, undefined, undefined]);
    expect(shown(await permitted.pages(reportLinks(rest[0]!.body)['first']!.href, reportLinks))).toHaveLength(30);
  });

  it('accepts a cursor only for the list that issued it, unchanged', async () => {
    const [card, other] = [await cardWith(3), await cardWith(3)];
    const next = reportLinks((await permitted.get(`${card.list}?limit=1`)).body)['next']!.href;
    const cursor = new URL(next, bank.baseUrl).searchParams.get('cursor')!;
    expect(await permitted.get(`${card.list}?limit=2&cursor=${cursor}`)).toAnswer(200);
    const stranger = await (await bank.client()).consentedBy(customer);
    expect(await stranger.get(card.list)).toAnswer(200);
    const refused = [
      await permitted.get(`${card.list}?cursor=${cursor.slice(0, -2)}AA`),
      await permitted.get(`${card.list}?cursor=`),
      await permitted.get(`${other.list}?cursor=${cursor}`),
      await permitted.get(`${card.list}?bookingStatus=both&cursor=${cursor}`),
      await permitted.get(`${card.list}?bookingStatus=pending&cursor=${cursor}`),
      await stranger.get(next),
    ];
    for (const answer of refused) expect(answer).toAnswer(400, refusal('FORMAT_ERROR', 'cursor'));
  });

  it('returns pages of 1 to 500 entries', async () => {
    const { list } = await cardWith(2);
    expect(shown([await permitted.get(`${list}?limit=1`)])).toHaveLength(1);
    expect(await permitted.get(`${list}?limit=500`)).toAnswer(200);
    for (const limit of ['0', '501', '-1', '1.5', 'many', ''])
      expect(await permitted.get(`${list}?limit=${limit}`)).toAnswer(400, refusal('FORMAT_ERROR', 'limit'));
  });

  it('returns 90 days by default, and any stored day on request', async () => {
    const { list } = await cardWith(100);
    expect(shown(await permitted.pages(list, reportLinks))).toHaveLength(91);
    expect(shown([await permitted.get(`${list}?dateTo=${daysAgo(-200)}`)])).toHaveLength(91);
    expect(shown([await permitted.get(`${list}?dateTo=${daysAgo(10)}`)])).toHaveLength(90);
    expect(shown([await permitted.get(`${list}?dateFrom=${daysAgo(99)}&limit=500`)])).toHaveLength(100);
    expect(shown([await permitted.get(`${list}?dateFrom=${daysAgo(5)}&dateTo=${daysAgo(4)}`)])).toHaveLength(2);
    const refused = {
      code: 'PERIOD_INVALID',
      text: expect.stringMatching(new RegExp(`Days from \\d{4}-\\d{2}-\\d{2} to ${daysAgo(0)} are served`)),
    };
    for (const query of [
      `dateFrom=${daysAgo(1)}&dateTo=${daysAgo(2)}`,
      'dateFrom=2026-02-30',
      'dateFrom=2001-01-01',
      'dateTo=yesterday',
      `dateFrom=${daysAgo(-3)}`,
    ]) {
      expect(await permitted.get(`${list}?${query}`)).toAnswer(400, { tppMessages: [refused] });
    }
  });

  it('filters by value date over all stored entries and pages, combined with the booking period if both are given', async () => {
    const card = await aCard(bank, [customer]);
    const references = await purchases(bank, card, 120);
    const list = `${card.path}/transactions`;
    // Debited with the next statement, a month after booking: the last thirty are not debited yet.
    await bank.database('cards').query('update card_transaction set value_date = booking_date + 30 where card_id = $1', [card.cardId]);
    const byValue = `${list}?valueDateFrom=${daysAgo(80)}&valueDateTo=${daysAgo(71)}`;
    expect(shown(await permitted.pages(`${byValue}&limit=3`, reportLinks))).toEqual(references.slice(101, 111));
    expect(shown(await permitted.pages(`${list}?valueDateFrom=${daysAgo(-30)}&valueDateTo=${daysAgo(-40)}`, reportLinks))).toEqual(
      references.slice(0, 1),
    );
    expect(shown(await permitted.pages(`${list}?valueDateTo=${daysAgo(80)}`, reportLinks))).toEqual(references.slice(110));
    expect(shown(await permitted.pages(`${byValue}&dateFrom=${daysAgo(105)}&dateTo=${daysAgo(103)}`, reportLinks))).toEqual(
      references.slice(103, 106),
    );
    await authoriseMany(bank, card, 1);
    expect(cardReport(await permitted.get(`${byValue}&bookingStatus=both`))).toMatchObject({
      booked: { length: 10 },
      pending: { length: 1 },
    });

    for (const [query, path] of [
      ['valueDateFrom=2026-02-30', 'valueDateFrom'],
      ['valueDateTo=tomorrow', 'valueDateTo'],
      ['valueDateFrom=2026-03-02&valueDateTo=2026-03-01', 'valueDateFrom'],
    ] as const) {
      expect(await permitted.get(`${list}?${query}`)).toAnswer(400, refusal('PERIOD_INVALID', path));
    }
  });

  it('adds the balances if the consent covers them, and refuses otherwise', async () => {
    const { list, maskedPan } = await cardWith(1);
    expect((await permitted.get(list)).body).not.toHaveProperty('balances');
    expect(await permitted.get(`${list}?withBalance=true`)).toAnswer(200, { balances: [{}, {}, {}] });
    const without = await (await bank.client()).consentedBy(customer, { transactions: [{ maskedPan }] });
    expect(await without.get(`${list}?withBalance=false`)).toAnswer(200);
    expect(await without.get(`${list}?withBalance=true`)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
  });

  it('reports all faults of a query at once, including unsupported and unknown parameters', async () => {
    const { list } = await cardWith(1);
    const { body } = await permitted.get(`${list}?entryReferenceFrom=1&deltaList=true&colour=red&limit=0&dateFrom=x`);
    expect(body.tppMessages.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`).sort()).toEqual([
      'FORMAT_ERROR colour',
      'FORMAT_ERROR limit',
      'PARAMETER_NOT_SUPPORTED deltaList',
      'PARAMETER_NOT_SUPPORTED entryReferenceFrom',
      'PERIOD_INVALID dateFrom',
    ]);
  });

  it("answers another customer's card, an unknown id and a malformed id identically", async () => {
    const theirs = await aCard(bank, [await newCustomer(bank)]);
    for (const query of ['', '?withBalance=true', '?bookingStatus=pending']) {
      const answers = await Promise.all(
        [theirs.cardId, randomUUID(), 'not-an-id'].map((id) => permitted.get(`/v1.7/cards/${id}/transactions${query}`)),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
    }
  });
});
