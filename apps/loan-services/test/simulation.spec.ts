import type { MortgageSimulationRequest } from '../src/mortgage-simulation/mortgage-simulation.messages.js';
import { simulationOf } from '../src/mortgage-simulation/simulation.js';
import { aMortgage, aTrack, eur } from './a-mortgage.js';

const limits = { loanToValuePerCent: 75, paymentToIncomePerCent: 50, termInMonths: 360 };
type Change = Partial<MortgageSimulationRequest>;
const simulate = (change: Change = {}, schedule?: 'full' | 'yearly' | 'none') =>
  simulationOf({ ...aMortgage, ...change }, '2026-01-01', limits, schedule)!;
const withTrack = (change: Partial<MortgageSimulationRequest['tracks'][number]>, rest: Change = {}) =>
  simulate({ tracks: [{ ...aTrack, ...change }], ...rest });
const paid = ({ schedule }: ReturnType<typeof simulate>) => schedule!.map(({ instalment }) => instalment.amount);

describe('a mortgage simulation', () => {
  it.each([
    ['EC-1, level instalments', {}, {}, '1432.86', '6.43441'],
    ['EC-2.1, a first period of a month and three days', {}, { firstPaymentDate: '2026-02-18' }, '1433.57', '6.43419'],
    ['EC-18.1, a first period of 14 days', {}, { firstPaymentDate: '2026-01-29' }, '1429.01', '6.43594'],
    [
      'EC-3, an insurance inside the instalment',
      {},
      { fees: [...aMortgage.fees!, { type: 'insurance', amount: eur('16.67'), timing: 'perPayment' }] },
      '1449.53',
      '6.58855',
    ],
    [
      'EC-6, a fee at the end',
      {},
      { fees: [...aMortgage.fees!, { type: 'release', amount: eur('100'), timing: 'atEnd' }] },
      '1432.86',
      '6.43636',
    ],
    ['EC-8, interest only', { annualInterestRate: '7', repaymentMethod: 'interestOnly' }, {}, '1166.67', '7.43048'],
    [
      'EC-27, a loan of 170,000',
      {},
      { loanAmount: eur('170000'), fees: [{ type: 'arrangement', amount: eur('3400'), timing: 'upfront' }] },
      '1217.93',
      '6.43440',
    ],
  ] as [string, Partial<typeof aTrack>, Change, string, string][])('%s', (_, terms, rest, instalment, aprc) => {
    const found = withTrack(terms, rest);
    expect(found.firstInstalment).toEqual(eur(instalment));
    expect(paid(found).slice(0, 239)).toEqual(Array.from({ length: 239 }, () => instalment));
    // The workbook has 240 equal instalments; here the last one settles the rest, a few cents in the twentieth year.
    expect(Number(found.aprcExact)).toBeCloseTo(Number(aprc), 4);
    expect(found.aprc).toBe(Number(aprc).toFixed(1));
  });

  it('repays equal parts of principal with falling interest', () => {
    const { schedule } = withTrack({ repaymentMethod: 'equalPrincipal', termInMonths: 3 });
    expect(schedule!.map(({ principal, interest, closingBalance }) => [principal.amount, interest.amount, closingBalance.amount])).toEqual([
      ['66666.67', '1000.00', '133333.33'],
      ['66666.67', '666.67', '66666.66'],
      ['66666.66', '333.33', '0.00'],
    ]);
  });

  it('repays the balloon with the last instalment', () => {
    const { schedule, highestInstalment } = withTrack({ repaymentMethod: 'balloon', balloonAmount: eur('50000'), termInMonths: 120 });
    expect(schedule!.at(-1)!.openingBalance.amount).toMatch(/^51\d{3}\./);
    expect(schedule!.at(-2)!.instalment).toEqual(schedule![0]!.instalment);
    expect(Number(highestInstalment.amount)).toBeCloseTo(50_000 + Number(schedule![0]!.instalment.amount), 0);
  });

  it('charges only interest in the grace period, and judges affordability by the first full instalment', () => {
    const found = withTrack({ gracePeriodInMonths: 12 }, { monthlyNetIncome: eur('5000') });
    expect(paid(found).slice(0, 12)).toEqual(Array.from({ length: 12 }, () => '1000.00'));
    expect(paid(found)[12]).toBe('1472.17');
    expect(found.paymentToIncome).toBe('29.44');
  });

  it('recomputes the level instalment at each rate step', () => {
    const found = withTrack({ rateSteps: [{ fromMonth: 61, annualInterestRate: '7.5' }] });
    expect([0, 59, 60, 238].map((at) => paid(found)[at])).toEqual(['1432.86', '1432.86', '1574.06', '1574.06']);
  });

  it('changes a variable rate each year by the assumed index change, never below zero', () => {
    const rising = withTrack({ interestType: 'variable', index: { name: 'prime', assumedAnnualChange: '0.25', margin: '-0.5' } });
    expect(new Set(paid(rising).slice(0, 12)).size).toBe(1);
    expect(Number(paid(rising)[12])).toBeGreaterThan(Number(paid(rising)[11]));
    const falling = withTrack({ interestType: 'variable', annualInterestRate: '1', index: { name: 'prime', assumedAnnualChange: '-2' } });
    expect(falling.schedule!.at(-1)!.interest.amount).toBe('0.00');
  });

  it('adds the assumed index change to an indexed track: after a year exactly that change', () => {
    const still = withTrack({ termInMonths: 12 });
    const moved = withTrack({ termInMonths: 12, interestType: 'indexed', index: { name: 'CPI', assumedAnnualChange: '3' } });
    const [last, lastStill] = [moved.schedule!.at(-1)!, still.schedule!.at(-1)!];
    expect(last.principal).toEqual(lastStill.principal);
    expect(Number(last.indexation.amount)).toBeCloseTo(Number(last.principal.amount) * 0.03, 2);
    expect(Number(moved.totalAmountPayable.amount)).toBeCloseTo(
      Number(still.totalAmountPayable.amount) +
        Number(moved.totalIndexation.amount) +
        Number(moved.totalInterest.amount) -
        Number(still.totalInterest.amount),
      2,
    );
    expect(still.totalIndexation.amount).toBe('0.00');
  });

  it('rounds to whole yen and to thousandths of a Kuwaiti dinar', () => {
    const yen = simulate({
      propertyValue: { currency: 'JPY', amount: '30000000' },
      loanAmount: { currency: 'JPY', amount: '20000000' },
      fees: [],
    });
    expect(yen.firstInstalment).toEqual({ currency: 'JPY', amount: '143286' });
    const dinar = simulate({
      propertyValue: { currency: 'KWD', amount: '300000' },
      loanAmount: { currency: 'KWD', amount: '200000' },
      fees: [],
    });
    expect(dinar.firstInstalment).toEqual({ currency: 'KWD', amount: '1432.862' });
  });

  it('adds a financed fee to the loan and counts it once', () => {
    const found = simulate({ fees: [{ type: 'arrangement', amount: eur('4000'), timing: 'upfront', financed: true }] });
    expect(found.totalAmountOfCredit).toEqual(eur('204000.00'));
    expect(found.loanToValue).toBe('68.00');
    const instalments = found.schedule!.reduce((total, { instalment }) => total + Math.round(Number(instalment.amount) * 100), 0);
    expect(found.totalAmountPayable).toEqual(eur((instalments / 100).toFixed(2)));
    expect(Number(found.aprcExact)).toBeGreaterThan(6.3);
  });

  it('charges yearly fees with the instalment that completes a year', () => {
    const { schedule } = simulate({ fees: [{ type: 'account', amount: eur('60'), timing: 'yearly' }] });
    expect(schedule!.filter(({ fees }) => fees.amount !== '0.00').map(({ number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, year) => (year + 1) * 12),
    );
  });

  it('returns the schedule by instalment, by year or not at all, with otherwise identical results', () => {
    const { schedule: full, ...rest } = simulate();
    const { schedule: yearly, ...same } = simulate({}, 'yearly');
    expect(full).toHaveLength(240);
    expect(yearly).toHaveLength(20);
    expect(yearly![1]).toMatchObject({
      number: 2,
      date: '2028-01-15',
      openingBalance: yearly![0]!.closingBalance,
      closingBalance: full![23]!.closingBalance,
    });
    expect(same).toEqual(rest);
    expect(simulate({}, 'none')).toEqual(rest);
  });

  it('uses the given day as the drawdown if the request has none', () => {
    expect(simulate({ drawdownDate: undefined })).toMatchObject({
      drawdownDate: '2026-01-01',
      firstPaymentDate: '2026-02-01',
      lastPaymentDate: '2046-01-01',
    });
  });

  it('supports quarterly and yearly payments, and compares the monthly payment with the monthly income', () => {
    const quarterly = simulate({ paymentFrequency: 'quarterly', monthlyNetIncome: eur('5000') });
    expect(quarterly).toMatchObject({
      numberOfInstalments: 80,
      firstPaymentDate: '2026-04-15',
      firstInstalment: eur('4309.66'),
      paymentToIncome: '28.73',
    });
    expect(simulate({ paymentFrequency: 'yearly' })).toMatchObject({ numberOfInstalments: 20, firstInstalment: eur('17436.91') });
  });

  it('returns the costs at higher rates, on all tracks or on the variable ones', () => {
    const all = simulate({ stress: { rateIncrease: '2' }, monthlyNetIncome: eur('5000') });
    expect(all.stressed).toMatchObject({ rateIncrease: '2', appliesTo: 'all', firstInstalment: eur('1672.88'), paymentToIncome: '33.46' });
    expect(simulate({ stress: { rateIncrease: '2', appliesTo: 'variable' } }).stressed!.firstInstalment).toEqual(all.firstInstalment);
  });

  it('warns above the limits, but not at them', () => {
    const at = { loanAmount: eur('225000'), tracks: [{ ...aTrack, termInMonths: 360 }], fees: [] };
    expect(simulate(at).warnings).toEqual([]);
    const above = simulate({
      ...at,
      loanAmount: eur('225000.10'),
      tracks: [{ ...aTrack, termInMonths: 361 }],
      monthlyNetIncome: eur('2600'),
      stress: { rateIncrease: '3' },
    });
    expect(above.warnings.map(({ code }) => code)).toEqual([
      'LOAN_TO_VALUE_HIGH',
      'PAYMENT_TO_INCOME_HIGH',
      'STRESSED_PAYMENT_TO_INCOME_HIGH',
      'TERM_LONG',
    ]);
  });

  it('is undefined if rates, fees and index lead beyond any representable amount or rate', () => {
    expect(withTrack({ interestType: 'indexed', termInMonths: 480, index: { name: 'CPI', assumedAnnualChange: '99' } })).toBeUndefined();
    expect(
      simulate({
        firstPaymentDate: '2026-01-16',
        fees: [{ type: 'f', amount: eur('199999.99'), timing: 'upfront' }],
        tracks: [{ ...aTrack, termInMonths: 1 }],
      }),
    ).toBeUndefined();
    expect(simulate({ stress: { rateIncrease: '100' }, loanAmount: eur('500000000000') })).toBeDefined();
  });
});
