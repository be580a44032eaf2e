import { daysAgo, newCustomer, runningBank, type HttpResponse, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { anInstrument, aPortfolio, trades, type TestPortfolio } from './a-portfolio.js';

interface Report {
  readonly transactions: { entryReference: string }[];
  readonly _links: Record<string, { href: string }>;
}

describe('GET /v1.0/securities-accounts/{securities-account-id}/transactions', () => {
  const bank = runningBank(['ais-pis', 'securities']);
  let customer: TestCustomer;
  let permitted: ConsentedCaller;
  let instrument: string;
  const portfolioWith = async (
    count: number,
    given?: { aDay?: number; back?: number },
  ): Promise<TestPortfolio & { list: string; references: string[] }> => {
    const portfolio = await aPortfolio(bank, [customer]);
    return { ...portfolio, list: `${portfolio.path}/transactions`, references: await trades(bank, portfolio, instrument, count, given) };
  };
  const securitiesReportLinks = (body: Report) => body._links;
  const shown = (pages: readonly HttpResponse[]) =>
    pages.flatMap(({ body }) => (body as Report).transactions.map(({ entryReference }) => entryReference));
  const refusal = (code: string, path: string) => ({ tppMessages: [{ code, path }] });

  beforeAll(async () => {
    customer = await newCustomer(bank);
    instrument = await anInstrument(bank);
    await aPortfolio(bank, [customer]);
    permitted = (await (await bank.client()).consentedBy(customer)).paced;
  });

  it('lists booked transactions, newest first; sparse rows with the fields they have', async () => {
    const { path, list, references } = await portfolioWith(2);
    const { body } = await permitted.get(list);
    expect(shown([{ body } as HttpResponse])).toEqual(references);
    expect(body._links).toEqual({ account: { href: path }, first: { href: list } });
    expect(body.transactions[0]).toEqual({
      transactionId: expect.any(String),
      entryReference: references[0],
      relevantDates: [
        { type: 'bookingDate', date: daysAgo(0) },
        { type: 'transactionDate', date: daysAgo(0) },
      ],
      financialInstrument: { other: { identification: instrument, typeProprietary: 'Test' }, name: 'Test instrument' },
      unitsNumber: 1,
      unitsNumberBeforeTx: 1,
      unitsNumberAfterTx: 2,
      transactionTypeCode: 'SETT',
      amountIncludesFees: false,
      amountIncludesTaxes: false,
    });
  });

  it('returns links to the last page, without gaps or duplicates while new ones are booked', async () => {
    const portfolio = await portfolioWith(25, { aDay: 10 });
    const first = await permitted.get(`${portfolio.list}?limit=7`);
    await trades(bank, portfolio, instrument, 5, { from: 1_000, aDay: 10 });
    const rest = await permitted.pages(securitiesReportLinks(first.body)['next']!.href, securitiesReportLinks);
    expect(shown([first, ...rest])).toEqual(portfolio.references);
    expect(shown(await permitted.pages(securitiesReportLinks(rest[0]!.body)['first']!.href, securitiesReportLinks))).toHaveLength(30);
  });

  it('accepts a cursor only for the list that issued it, unchanged', async () => {
    const [portfolio, other] = [await portfolioWith(3), await portfolioWith(3)];
    const next = securitiesReportLinks((await permitted.get(`${portfolio.list}?limit=1`)).body)['next']!.href;
    const cursor = new URL(next, bank.baseUrl).searchParams.get('cursor')!;
    expect(await permitted.get(next)).toAnswer(200);
    for (const path of [
      `${portfolio.list}?cursor=${cursor.slice(0, -2)}AA`,
      `${other.list}?cursor=${cursor}`,
      `${portfolio.path}/orders?cursor=${cursor}`,
    ]) {
      expect(await permitted.get(path)).toAnswer(400, refusal('FORMAT_ERROR', 'cursor'));
    }
  });

  it('returns all stored days by default, and names the available days', async () => {
    const { list } = await portfolioWith(3, { back: 1_000 });
    expect(shown([await permitted.get(list)])).toHaveLength(3);
    expect(shown([await permitted.get(`${list}?dateFrom=${daysAgo(300)}`)])).toHaveLength(0);
    const refused = {
      code: 'PERIOD_INVALID',
      text: expect.stringMatching(new RegExp(`Days from \\d{4}-\\d{2}-\\d{2} to ${daysAgo(0)} are served`)),
    };
    for (const query of [`dateFrom=${daysAgo(1)}&dateTo=${daysAgo(2)}`, 'dateFrom=2026-02-30', `dateFrom=${daysAgo(1_000)}`]) {
      expect(await permitted.get(`${list}?${query}`)).toAnswer(400, { tppMessages: [refused] });
    }
  });

  it('reports all faults of a query at once, including unsupported and unknown parameters', async () => {
    const { list } = await portfolioWith(1);
    const { body } = await permitted.get(`${list}?evaluationCurrency=EUR&colour=red&limit=0&dateFrom=x`);
    expect(body.tppMessages.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`).sort()).toEqual([
      'FORMAT_ERROR colour',
      'FORMAT_ERROR limit',
      'PARAMETER_NOT_SUPPORTED evaluationCurrency',
      'PERIOD_INVALID dateFrom',
    ]);
  });

  it('is an empty list if nothing was booked, in JSON; XML is not supported', async () => {
    const { list } = await portfolioWith(0);
    expect((await permitted.get(list)).body.transactions).toEqual([]);
    expect(await permitted.get(list, { headers: { accept: 'application/xml' } })).toAnswer(406, {
      tppMessages: [{ code: 'REQUESTED_FORMATS_INVALID' }],
    });
  });
});
