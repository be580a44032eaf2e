import fc from 'fast-check';
import type { MortgageSimulationRequest, ScheduleRow } from '../src/mortgage-simulation/mortgage-simulation.messages.js';
import { simulationOf } from '../src/mortgage-simulation/simulation.js';
import { aMortgage, aTrack, eur } from './a-mortgage.js';

const limits = { loanToValuePerCent: 75, paymentToIncomePerCent: 50, termInMonths: 360 };
type Track = MortgageSimulationRequest['tracks'][number];
const scheduleRows = (change: Partial<MortgageSimulationRequest>, track: Partial<Track> = {}): ScheduleRow[] =>
  simulationOf(
    { ...aMortgage, propertyValue: eur('90000000'), fees: [], ...change, tracks: [{ ...aTrack, ...track }] },
    '2026-01-01',
    limits,
  )!.schedule!;

const cents = ({ amount }: { amount: string }): bigint => BigInt(amount.replace('.', ''));
/** a/b rounded to an integer, half away from zero. */
const halfUp = (a: bigint, b: bigint): bigint => {
  const size = a < 0n ? -a : a;
  const units = size / b + ((size % b) * 2n >= b ? 1n : 0n);
  return a < 0n ? -units : units;
};

/** Computes the level instalment independently: the remaining balance is linear in the instalment, so two runs determine the zero. */
function levelCents(loan: bigint, rate: readonly [bigint, bigint], first: readonly [bigint, bigint], count: number): bigint {
  const leftOver = (begin: bigint, paid: bigint): readonly [bigint, bigint] => {
    let [top, bottom] = [begin * (first[1] + first[0]) - paid * first[1], first[1]];
    for (let number = 2; number <= count; number += 1)
      [top, bottom] = [top * (rate[1] + rate[0]) - paid * bottom * rate[1], bottom * rate[1]];
    return [top, bottom];
  };
  const [owed, paidOff] = [leftOver(loan, 0n), leftOver(0n, -1n)];
  return halfUp(owed[0] * paidOff[1], owed[1] * paidOff[0]);
}

describe('half a cent in a schedule', () => {
  it('is rounded up: a month at 7 per cent on 200,010.00 is 1,166.725', () => {
    const rows = scheduleRows({ loanAmount: eur('200010') }, { annualInterestRate: '7', repaymentMethod: 'interestOnly' });
    expect(new Set(rows.map(({ interest }) => interest.amount))).toEqual(new Set(['1166.73']));
  });

  it('is rounded up in an odd first period: one day at 5 per cent on 36.50 is half a cent', () => {
    const rows = scheduleRows(
      { loanAmount: eur('36.50'), drawdownDate: '2026-03-15', firstPaymentDate: '2026-03-16' },
      { annualInterestRate: '5', repaymentMethod: 'interestOnly' },
    );
    expect(rows[0]!.interest).toEqual(eur('0.01'));
  });

  it('is rounded up in every row and level instalment of many loans, as in an exact computation', () => {
    fc.assert(
      fc.property(
        fc
          .record({
            loan: fc.oneof(
              fc.integer({ min: 1_000, max: 10 ** 9 }),
              fc.integer({ min: 10, max: 10 ** 6 }).map((times) => times * 600),
            ),
            hundredths: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.constantFrom(300, 350, 475, 600, 700, 1_100)),
            months: fc.integer({ min: 2, max: 360 }),
            firstMonths: fc.integer({ min: 0, max: 8 }),
            firstDays: fc.integer({ min: 0, max: 15 }),
            repaymentMethod: fc.constantFrom('annuity', 'equalPrincipal', 'interestOnly'),
          })
          .filter(({ firstMonths, firstDays }) => firstMonths + firstDays > 0),
        ({ loan, hundredths, months, firstMonths, firstDays, repaymentMethod }) => {
          const firstPaymentDate = new Date(Date.UTC(2026, 2 + firstMonths, 15 + firstDays)).toISOString().slice(0, 10);
          const rows = scheduleRows(
            { loanAmount: eur((loan / 100).toFixed(2)), drawdownDate: '2026-03-15', firstPaymentDate },
            { annualInterestRate: (hundredths / 100).toString(), termInMonths: months, repaymentMethod },
          );
          // Months and days over 365: the days end in March 2026, and the preceding year is not a leap year.
          const [rate, first] = [
            [BigInt(hundredths), 120_000n],
            [BigInt(hundredths * (365 * firstMonths + 12 * firstDays)), 43_800_000n],
          ] as const;
          expect(rows.map(({ interest }) => cents(interest))).toEqual(
            rows.map(({ openingBalance }, at) =>
              halfUp(cents(openingBalance) * (at === 0 ? first : rate)[0], (at === 0 ? first : rate)[1]),
            ),
          );
          if (repaymentMethod === 'annuity') expect(cents(rows[0]!.instalment)).toBe(levelCents(BigInt(loan), rate, first, months));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a first period so long that its interest exceeds the level instalment', () => {
  it('keeps the instalment level, as in the published case, and adds the rest of the interest to the balance', () => {
    const request = { ...aMortgage, drawdownDate: '2028-02-10', firstPaymentDate: '2028-04-01' };
    const { schedule, firstInstalment, aprcExact } = simulationOf(request, '2026-01-01', limits)!;
    expect(firstInstalment).toEqual(eur('1437.54'));
    expect(new Set(schedule!.slice(0, 239).map(({ instalment }) => instalment.amount))).toEqual(new Set(['1437.54']));
    // Published as 6.4325: 240 equal instalments give 6.432478. Here the last one settles the rest.
    expect(Number(aprcExact)).toBeCloseTo(6.432478, 4);
    expect(Number(schedule![239]!.instalment.amount)).toBeCloseTo(1437.54, -1);
    expect(schedule![0]).toMatchObject({
      openingBalance: eur('200000.00'),
      interest: eur('1655.74'),
      principal: eur('-218.20'),
      closingBalance: eur('200218.20'),
    });
    expect(schedule!.at(-1)!.closingBalance).toEqual(eur('0.00'));
  });
});
