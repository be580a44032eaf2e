import { faultsOf } from '@open-banking/messages';
import fc from 'fast-check';
import { inconsistencies } from '../src/mortgage-simulation/consistency.js';
import { MortgageSimulationRequest } from '../src/mortgage-simulation/mortgage-simulation.messages.js';
import { aMortgage, aTrack, eur } from './a-mortgage.js';

type Change = Partial<MortgageSimulationRequest>;
type TrackChange = Partial<MortgageSimulationRequest['tracks'][number]>;
const pathsOf = (change: Change) => inconsistencies({ ...aMortgage, ...change }, '2026-01-01').map(({ path }) => path);
const formPathsOf = (body: unknown) => faultsOf(MortgageSimulationRequest, body).map(({ path }) => path);
const tracks = (...changes: TrackChange[]): Change => ({ tracks: changes.map((change) => ({ ...aTrack, ...change })) });
const byAmount = (amount: string): TrackChange => ({ share: undefined, amount: eur(amount) });
const ils = { currency: 'ILS', amount: '100' };

describe('a request for a simulation', () => {
  it('is accepted in the form of the examples', () => {
    expect(formPathsOf(aMortgage)).toEqual([]);
    expect(pathsOf({})).toEqual([]);
    expect(pathsOf(tracks({ share: '33.3' }, { share: '66.7' }))).toEqual([]);
    expect(
      pathsOf(tracks({ ...byAmount('150000') }, { ...byAmount('50000'), repaymentMethod: 'balloon', balloonAmount: eur('50000') })),
    ).toEqual([]);
  });

  it('is refused with all missing fields at once', () => {
    expect(formPathsOf({})).toEqual(expect.arrayContaining(['/propertyValue', '/loanAmount', '/tracks']));
    expect(formPathsOf({ ...aMortgage, tracks: [] })).toEqual(['/tracks']);
    expect(formPathsOf({ ...aMortgage, ...tracks({ termInMonths: 481, annualInterestRate: '-1' }), colour: 'red' }).sort()).toEqual([
      '/colour',
      '/tracks/0/annualInterestRate',
      '/tracks/0/termInMonths',
    ]);
    expect(formPathsOf({ ...aMortgage, ...tracks({ amount: eur('1') }) })).toEqual(['/tracks/0']);
    expect(formPathsOf({ ...aMortgage, loanAmount: { currency: 'JPY', amount: '10.5' } })).toEqual(['/loanAmount/amount']);
  });

  it.each([
    ['shares that are not 100 %', tracks({ share: '60' }, { share: '30' }), ['/tracks']],
    ['amounts that are not the loan', tracks(byAmount('100000'), byAmount('99999.99')), ['/tracks']],
    ['tracks by amount and by share', tracks({ share: '50' }, byAmount('100000')), ['/tracks']],
    [
      'a share too small for its currency',
      { ...tracks({ share: '0.000001' }, { share: '99.999999' }), loanAmount: eur('100'), fees: [] },
      ['/tracks/0/share'],
    ],
    [
      'other currencies',
      {
        propertyValue: ils,
        monthlyNetIncome: ils,
        fees: [{ type: 'f', amount: ils, timing: 'atEnd' }],
        ...tracks({ repaymentMethod: 'balloon', balloonAmount: ils }),
      },
      ['/propertyValue/currency', '/tracks/0/balloonAmount/currency', '/fees/0/amount/currency', '/monthlyNetIncome/currency'],
    ],
    [
      'nothing lent on nothing',
      { loanAmount: eur('0'), propertyValue: eur('0'), fees: [] },
      ['/propertyValue/amount', '/loanAmount/amount'],
    ],
    ['a first payment on the day of the drawdown', { firstPaymentDate: '2026-01-15' }, ['/firstPaymentDate']],
    ['a first payment long after', { firstPaymentDate: '2027-02-16' }, ['/firstPaymentDate']],
    ['a drawdown long ago', { drawdownDate: '1969-12-31' }, ['/drawdownDate']],
    ['a term that is no whole quarters', { paymentFrequency: 'quarterly', ...tracks({ termInMonths: 239 }) }, ['/tracks/0/termInMonths']],
    ['a grace period as long as the term', tracks({ gracePeriodInMonths: 240 }), ['/tracks/0/gracePeriodInMonths']],
    [
      'steps out of order and after the term',
      tracks({
        rateSteps: [
          { fromMonth: 61, annualInterestRate: '7' },
          { fromMonth: 61, annualInterestRate: '8' },
          { fromMonth: 241, annualInterestRate: '8' },
        ],
      }),
      ['/tracks/0/rateSteps/1/fromMonth', '/tracks/0/rateSteps/2/fromMonth'],
    ],
    ['an indexed track without index', tracks({ interestType: 'indexed' }), ['/tracks/0/index']],
    ['a fixed track with index', tracks({ index: { name: 'CPI' } }), ['/tracks/0/index']],
    ['a balloon track without balloon', tracks({ repaymentMethod: 'balloon' }), ['/tracks/0/balloonAmount']],
    ['a balloon on another method', tracks({ balloonAmount: eur('1') }), ['/tracks/0/balloonAmount']],
    ['a balloon above the loan', tracks({ repaymentMethod: 'balloon', balloonAmount: eur('200000.01') }), ['/tracks/0/balloonAmount']],
    [
      'a grace period of interest only',
      tracks({ repaymentMethod: 'interestOnly', gracePeriodInMonths: 12 }),
      ['/tracks/0/gracePeriodInMonths'],
    ],
    ['a financed fee at the end', { fees: [{ type: 'f', amount: eur('1'), timing: 'atEnd', financed: true }] }, ['/fees/0/financed']],
    ['fees that leave nothing', { fees: [{ type: 'f', amount: eur('200000'), timing: 'upfront' }] }, ['/fees']],
  ] as [string, Change, string[]][])('is refused for %s', (_, change, paths) => {
    expect(formPathsOf(JSON.parse(JSON.stringify({ ...aMortgage, ...change })))).toEqual([]);
    expect(pathsOf(change)).toEqual(paths);
  });

  it('is refused with all contradictions and malformed fields at once, except contradictions of malformed fields', () => {
    const wrong = (change: object) => {
      const body = { ...aMortgage, ...change } as MortgageSimulationRequest;
      const misformed = faultsOf(MortgageSimulationRequest, body);
      return [...misformed, ...inconsistencies(body, '2026-01-01', misformed)].map(({ path }) => path);
    };
    expect(
      wrong({ ...tracks({ share: '60', termInMonths: 481 }), fees: [{ type: 'f', amount: eur('1'), timing: 'atEnd', financed: true }] }),
    ).toEqual(['/tracks/0/termInMonths', '/tracks', '/fees/0/financed']);
    expect(wrong({ ...tracks({ share: 'half' }, { share: '60', interestType: 'indexed' }) })).toEqual([
      '/tracks/0/share',
      '/tracks/1/index',
    ]);
    expect(wrong({ tracks: 'many', firstPaymentDate: '2020-01-01' })).toEqual(['/tracks', '/firstPaymentDate']);
  });

  it('never makes the checks throw, however malformed it is', () => {
    const damaged = fc
      .constantFrom(...pointersOf(aMortgage))
      .chain((pointer) => fc.tuple(fc.constant(pointer), fc.oneof(fc.constant(undefined), fc.jsonValue())));
    fc.assert(
      fc.property(fc.array(damaged, { minLength: 1, maxLength: 3 }), (damages) => {
        const damagedBody = damages.reduce((whole, [pointer, value]) => replaced(whole, pointer, value), aMortgage as unknown);
        const body = JSON.parse(JSON.stringify(damagedBody) ?? 'null') as MortgageSimulationRequest;
        expect(Array.isArray(inconsistencies(body, '2026-01-01', faultsOf(MortgageSimulationRequest, body)))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

/** The path of every value in a body. */
const pointersOf = (value: unknown, at: string[] = []): string[][] => [
  at,
  ...(typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, below]) => pointersOf(below, [...at, key])) : []),
];

/** The body with another value at a path, if the path still exists. */
function replaced(whole: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof whole !== 'object' || whole === null || !(key in whole)) return whole;
  const below = replaced((whole as Record<string, unknown>)[key], rest, value);
  return Array.isArray(whole) ? whole.map((entry, at) => (String(at) === key ? below : entry)) : { ...whole, [key]: below };
}
