import { runningBank, type Caller } from '@open-banking/testing';
import { aMortgage, aTrack, eur } from './a-mortgage.js';

describe.each(['/mortgageSimulation', '/v1/mortgageSimulation'])('POST %s', (path) => {
  const bank = runningBank(['ais-pis', 'savings-loans', 'loan-services']);
  let simulating: Caller;
  beforeAll(async () => {
    simulating = await (await bank.client()).withClientToken('consents', 'loan-services');
  });

  it('computes a mortgage for a client with a token for loan services, and for no other', async () => {
    const client = await bank.client();
    const simulated = await (await client.withClientToken('consents', 'loan-services')).post(path, aMortgage);
    expect(simulated).toAnswer(200, { firstInstalment: eur('1432.86'), aprc: '6.4', loanToValue: '66.67', warnings: [] });
    expect(simulated.body.schedule).toHaveLength(240);
    expect(await client.withoutToken.post(path, aMortgage)).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
    expect(await (await client.withClientToken('consents', 'AIS')).post(path, aMortgage)).toAnswer(401, {
      tppMessages: [{ code: 'TOKEN_INVALID' }],
    });
  });

  it('keeps the instalment level after a long first period, and rounds half a cent up', async () => {
    const long = await simulating.post(path, { ...aMortgage, drawdownDate: '2028-02-10', firstPaymentDate: '2028-04-01' });
    expect(long).toAnswer(200, {
      firstInstalment: eur('1437.54'),
      schedule: expect.arrayContaining([
        expect.objectContaining({ number: 1, principal: eur('-218.20'), instalment: eur('1437.54') }),
      ]) as unknown,
    });
    const tie = await simulating.post(path, {
      ...aMortgage,
      loanAmount: eur('200010'),
      tracks: [{ ...aTrack, annualInterestRate: '7', repaymentMethod: 'interestOnly' }],
    });
    expect(tie).toAnswer(200, { firstInstalment: eur('1166.73') });
  });

  it('reports all faults at once, each with its path', async () => {
    const wrong = {
      ...aMortgage,
      colour: 'red',
      monthlyNetIncome: { currency: 'ILS', amount: '9000' },
      tracks: [{ ...aTrack, share: '60', termInMonths: 481 }],
    };
    const refused = await simulating.post(`${path}?schedule=weekly`, wrong);
    expect(refused).toAnswer(400);
    expect(refused.body.tppMessages.map((fault: { path: string }) => fault.path).sort()).toEqual([
      '/colour',
      '/monthlyNetIncome/currency',
      '/tracks',
      '/tracks/0/termInMonths',
      'schedule',
    ]);
  });

  it("checks the first payment against the bank's date if no drawdown date is given", async () => {
    const { drawdownDate: _, ...today } = aMortgage;
    expect(await simulating.post(path, today)).toAnswer(200, { numberOfInstalments: 240 });
    expect(await simulating.post(path, { ...today, firstPaymentDate: '2001-01-01' })).toAnswer(400, {
      tppMessages: [{ path: '/firstPaymentDate' }],
    });
  });

  it('returns the schedule in the requested form', async () => {
    const [yearly, none] = await Promise.all([
      simulating.post(`${path}?schedule=yearly`, aMortgage),
      simulating.post(`${path}?schedule=none`, aMortgage),
    ]);
    expect(yearly.body.schedule).toHaveLength(20);
    expect(none.body).not.toHaveProperty('schedule');
  });

  it('has a separate hourly limit', async () => {
    const caller = await (await bank.client()).withClientToken('consents', 'loan-services');
    const remaining = async (where: string) => /r=(\d+)/.exec(String((await caller.post(where, aMortgage)).headers['ratelimit']))?.[1];
    expect([await remaining(path), await remaining(path)]).toEqual(['99', '98']);
    expect(await remaining(path === '/mortgageSimulation' ? '/v1/mortgageSimulation' : '/mortgageSimulation')).toBe('99');
  });
});
