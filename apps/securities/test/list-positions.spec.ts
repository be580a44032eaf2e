import { daysAgo, newCustomer, runningBank, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { anInstrument, aPortfolio, holds } from './a-portfolio.js';

describe('GET /v1.0/securities-accounts/{securities-account-id}/positions', () => {
  const bank = runningBank(['ais-pis', 'securities']);
  let customer: TestCustomer;
  let permitted: ConsentedCaller;
  const worth = async (path: string) =>
    (await permitted.get(`${path}/positions`)).body as { balances: object[]; positionList: Record<string, unknown>[] };

  beforeAll(async () => {
    customer = await newCustomer(bank);
    await aPortfolio(bank, [customer]);
    permitted = (await (await bank.client()).consentedBy(customer)).paced;
  });

  it('returns units and value of a share, and omits unknown values', async () => {
    const portfolio = await aPortfolio(bank, [customer]);
    const identification = await anInstrument(bank, { price: '12.50' });
    await holds(bank, portfolio, identification, 4);
    expect((await permitted.get(`${portfolio.path}/positions`)).body).toEqual({
      securitiesAccount: {
        other: { identification: portfolio.identification, schemeNameProprietary: 'Safekeeping', issuer: 'Test bank' },
        currency: 'EUR',
      },
      reportDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
      balances: [{ balanceType: 'closingBooked', balanceAmount: { currency: 'EUR', amount: '50.00' }, referenceDate: daysAgo(1) }],
      positionList: [
        {
          financialInstrument: {
            other: { identification, typeProprietary: 'Test' },
            name: 'Test instrument',
            normalisedPrice: {
              amount: { currency: 'EUR', amount: '12.50' },
              priceDate: daysAgo(1),
              priceType: 'MRKT',
              sourceOfPrice: { type: 'LMAR', mic: 'XTAE' },
            },
          },
          unitsNumber: 4,
          safekeepingPlace: 'DEMOILITXXX',
          safekeepingCountry: 'IL',
          balanceType: 'AVAI',
          estimatedCurrentValue: { amount: { currency: 'EUR', amount: '50.00' }, evaluationDate: daysAgo(1) },
        },
      ],
    });
  });

  it("shows the nominal of a bond, per cent of it, and interest since the last coupon, wherever the year's coupon day lies", async () => {
    const portfolio = await aPortfolio(bank, [customer]);
    const year = daysAgo(0).slice(0, 4);
    for (const couponDay of [daysAgo(73), daysAgo(73).replace(/^\d{4}/, String(Number(year) + 1)), daysAgo(73).replace(/^\d{4}/, '2020')]) {
      await holds(bank, portfolio, await anInstrument(bank, { kind: 'bond', price: '98.00', coupon: '5', couponDay }), 1_000);
    }
    const { balances, positionList } = await worth(portfolio.path);
    expect(balances).toMatchObject([{ balanceAmount: { amount: '2940.00' } }]);
    expect(positionList).toHaveLength(3);
    for (const position of positionList) {
      expect(position).toMatchObject({
        unitsNominal: { currency: 'EUR', amount: '1000.00' },
        financialInstrument: { normalisedPrice: { percentage: '98.00' } },
        accruedInterest: { daysAccrued: 73, amounts: [{ currency: 'EUR', amount: '10.00' }] },
      });
      expect(position).not.toHaveProperty('unitsNumber');
    }
  });

  it("values a foreign share at the bank's rate, and returns no total without a rate or price", async () => {
    const portfolio = await aPortfolio(bank, [customer]);
    await holds(bank, portfolio, await anInstrument(bank, { currency: 'CAD' }), 2);
    expect(await worth(portfolio.path)).toMatchObject({
      balances: [],
      positionList: [{ estimatedCurrentValue: { amount: { currency: 'CAD', amount: '20.00' } } }],
    });
    await bank
      .database('securities')
      .query(
        "insert into exchange_rate (source_currency, target_currency, quotation_date, rate) values ('CAD', 'EUR', $1, 0.65) on conflict do nothing",
        [daysAgo(1)],
      );
    expect(await worth(portfolio.path)).toMatchObject({
      balances: [{ balanceAmount: { currency: 'EUR', amount: '13.00' } }],
      positionList: [{ currencyExchange: [{ sourceCurrency: 'CAD', targetCurrency: 'EUR', exchangeRate: '0.65' }] }],
    });
    await holds(bank, portfolio, await anInstrument(bank, { price: null }), 1);
    const { balances, positionList } = await worth(portfolio.path);
    expect(balances).toEqual([]);
    expect(positionList).toHaveLength(2);
    expect(await permitted.get('/v1.0/securities-accounts?withBalance=true')).toAnswer(200);
  });

  it('returns the average price as an amount in its currency', async () => {
    const portfolio = await aPortfolio(bank, [customer]);
    await holds(bank, portfolio, await anInstrument(bank), 3, '10.33333');
    expect(await worth(portfolio.path)).toMatchObject({ positionList: [{ averageBuyingPrice: { currency: 'EUR', amount: '10.33' } }] });
  });

  it('is an empty list if nothing is held', async () => {
    const portfolio = await aPortfolio(bank, [customer]);
    expect(await worth(portfolio.path)).toMatchObject({ positionList: [], balances: [{ balanceAmount: { amount: '0.00' } }] });
  });

  it('does not convert to a requested currency, and accepts no other parameter', async () => {
    const { path } = await aPortfolio(bank, [customer]);
    expect(await permitted.get(`${path}/positions?evaluationCurrency=EUR`)).toAnswer(400, {
      tppMessages: [{ code: 'PARAMETER_NOT_SUPPORTED', path: 'evaluationCurrency' }],
    });
    expect(await permitted.get(`${path}/positions?limit=1`)).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'limit' }] });
    expect(await permitted.get(`${path}/positions`)).toAnswer(200);
  });
});
