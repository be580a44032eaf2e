import { daysAgo, newCustomer, runningBank, type HttpResponse, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { anInstrument, aPortfolio, orders, trades } from './a-portfolio.js';

interface Report {
  readonly orders: { orderId: string; _links?: { relatedTransactions: { href: string }[] } }[];
  readonly _links: Record<string, { href: string }>;
}

describe('GET /v1.0/securities-accounts/{securities-account-id}/orders', () => {
  const bank = runningBank(['ais-pis', 'securities']);
  let customer: TestCustomer;
  let permitted: ConsentedCaller;
  let instrument: string;
  const orderLinks = (body: Report) => body._links;
  const shown = (pages: readonly HttpResponse[]) => pages.flatMap(({ body }) => (body as Report).orders.map(({ orderId }) => orderId));

  beforeAll(async () => {
    customer = await newCustomer(bank);
    instrument = await anInstrument(bank);
    await aPortfolio(bank, [customer]);
    permitted = (await (await bank.client()).consentedBy(customer)).paced;
  });

  it('lists orders, newest first; sparse rows with the fields they have', async () => {
    const portfolio = await aPortfolio(bank, [customer]);
    const ids = await orders(bank, portfolio, instrument, 2);
    const { body } = await permitted.get(`${portfolio.path}/orders`);
    expect(body.orders.map(({ orderId }: { orderId: string }) => orderId)).toEqual(ids);
    expect(body.orders[0]).toEqual({
      orderId: ids[0],
      side: 'buy',
      financialInstrument: { other: { identification: instrument, typeProprietary: 'Test' }, name: 'Test instrument' },
      unitsNumberOrder: 1,
      placeOfTrade: { mic: 'XTAE' },
      typesOfOrder: ['market'],
      timeInForce: 'day',
      relatedCashAccount: { iban: 'DE89370400440532013000' },
      orderSplit: false,
      orderModifyable: false,
      orderStatus: 'new',
    });
  });

  it('filters by status and date over all pages', async () => {
    const portfolio = await aPortfolio(bank, [customer]);
    const list = `${portfolio.path}/orders`;
    const open = await orders(bank, portfolio, instrument, 5);
    const filled = await orders(bank, portfolio, instrument, 4, { status: 'filled', back: 2 });
    expect(shown(await permitted.pages(`${list}?limit=2`, orderLinks))).toHaveLength(9);
    expect(shown(await permitted.pages(`${list}?orderStatus=filled&limit=3`, orderLinks))).toEqual(filled);
    expect(shown(await permitted.pages(`${list}?orderStatus=new&dateFrom=${daysAgo(2)}&dateTo=${daysAgo(1)}&limit=1`, orderLinks))).toEqual(
      open.slice(1, 3),
    );
    expect(shown([await permitted.get(`${list}?orderStatus=rejected`)])).toEqual([]);
    expect(await permitted.get(`${list}?orderStatus=FILLED`)).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path: 'orderStatus' }],
    });
    expect(await permitted.get(`${list}?dateFrom=${daysAgo(1)}&dateTo=${daysAgo(2)}&evaluationCurrency=EUR`)).toAnswer(400, {
      tppMessages: [
        { code: 'PARAMETER_NOT_SUPPORTED', path: 'evaluationCurrency' },
        { code: 'PERIOD_INVALID', path: 'dateFrom' },
      ],
    });
  });

  it('can be read to the last page while new orders arrive', async () => {
    const portfolio = await aPortfolio(bank, [customer]);
    const ids = await orders(bank, portfolio, instrument, 6, { back: 1 });
    const first = await permitted.get(`${portfolio.path}/orders?limit=4`);
    await orders(bank, portfolio, instrument, 1);
    expect(shown([first, ...(await permitted.pages(orderLinks(first.body)['next']!.href, orderLinks))])).toEqual(ids);
  });

  it.each([
    ['lately', 30],
    ['longer ago than days can be asked for', 1_000],
  ])('links an order filled %s to its transactions', async (_, back) => {
    const portfolio = await aPortfolio(bank, [customer]);
    const [order] = await orders(bank, portfolio, instrument, 1, { status: 'filled', back });
    const [trade] = await trades(bank, portfolio, instrument, 1, { back, order: order! });
    const { body } = await permitted.get(`${portfolio.path}/orders`);
    const [{ href }] = (body as Report).orders[0]!._links!.relatedTransactions as [{ href: string }];
    expect(await permitted.get(href)).toAnswer(200, { transactions: [{ entryReference: trade, orderId: order }] });
  });
});
