import { Decimal } from '@open-banking/messages';
import fc from 'fast-check';
import { inconsistencies } from '../src/mortgage-simulation/consistency.js';
import type { MortgageSimulation, MortgageSimulationRequest } from '../src/mortgage-simulation/mortgage-simulation.messages.js';
import { simulationOf } from '../src/mortgage-simulation/simulation.js';

const limits = { loanToValuePerCent: 75, paymentToIncomePerCent: 50, termInMonths: 360 };
const digits = { ILS: 2, EUR: 2, JPY: 0, KWD: 3 } as const;
type Currency = keyof typeof digits;

const perCent = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((hundredths) => (hundredths / 100).toString());
const track = (period: number) =>
  fc.record({
    interestType: fc.constantFrom('fixed', 'variable', 'indexed'),
    annualInterestRate: perCent(20),
    change: fc.integer({ min: -50, max: 50 }),
    periods: fc.integer({ min: 1, max: Math.floor(480 / period) }),
    grace: fc.nat(24),
    weight: fc.integer({ min: 1, max: 100 }),
    repaymentMethod: fc.constantFrom('annuity', 'equalPrincipal', 'interestOnly', 'balloon'),
    balloon: fc.double({ min: 0, max: 1, noNaN: true }),
  });
type Drawn = {
  period: 1 | 3 | 12;
  currency: Currency;
  units: number;
  firstAfter: number;
  feeUnits: number;
  financed: boolean;
  tracks: (ReturnType<typeof track> extends fc.Arbitrary<infer T> ? T : never)[];
};

const drawn: fc.Arbitrary<Drawn> = fc.constantFrom(1 as const, 3 as const, 12 as const).chain((period) =>
  fc.record({
    period: fc.constant(period),
    currency: fc.constantFrom<Currency>('ILS', 'EUR', 'JPY', 'KWD'),
    units: fc.integer({ min: 200_000, max: 10 ** 11 }),
    firstAfter: fc.integer({ min: 1, max: 365 }),
    feeUnits: fc.nat(500),
    financed: fc.boolean(),
    tracks: fc.array(track(period), { minLength: 1, maxLength: 4 }),
  }),
);

function asked({ period, currency, units, firstAfter, feeUnits, financed, tracks }: Drawn): MortgageSimulationRequest {
  const money = (minor: Decimal | number) => ({
    currency,
    amount: new Decimal(minor).div(10 ** digits[currency]).toFixed(digits[currency]),
  });
  const weights = tracks.reduce((sum, { weight }) => sum + weight, 0);
  const parts = tracks.map(({ weight }) => Math.max(1, Math.floor((units * weight) / weights)));
  return {
    propertyValue: money(units * 2),
    loanAmount: money(parts.reduce((sum, part) => sum + part, 0)),
    drawdownDate: '2026-01-31',
    firstPaymentDate: new Date(Date.UTC(2026, 0, 31 + firstAfter)).toISOString().slice(0, 10),
    paymentFrequency: ({ 1: 'monthly', 3: 'quarterly', 12: 'yearly' } as const)[period],
    fees: [
      { type: 'file', amount: money(feeUnits), timing: 'upfront', financed },
      { type: 'insurance', amount: money(feeUnits), timing: 'perPayment' },
      { type: 'account', amount: money(7), timing: 'yearly' },
    ],
    tracks: tracks.map(({ interestType, annualInterestRate, change, periods, grace, repaymentMethod, balloon }, at) => ({
      name: `track ${at}`,
      amount: money(parts[at]!),
      interestType,
      annualInterestRate,
      termInMonths: periods * period,
      repaymentMethod,
      ...(interestType !== 'fixed' && { index: { name: 'index', assumedAnnualChange: (change / 10).toFixed(1) } }),
      ...(repaymentMethod === 'balloon' && { balloonAmount: money(Math.max(1, Math.floor(parts[at]! * balloon))) }),
      ...(repaymentMethod !== 'interestOnly' && { gracePeriodInMonths: Math.min(grace, periods - 1) * period }),
    })),
  };
}

type Column = 'interest' | 'principal' | 'indexation' | 'fees' | 'instalment' | 'openingBalance' | 'closingBalance';
const total = ({ schedule }: MortgageSimulation, column: Column) =>
  schedule!.reduce((sum, row) => sum.plus(row[column].amount), new Decimal(0));

/** The invariants of every schedule. */
function holds(found: MortgageSimulation, places: number): void {
  const rows = found.schedule!;
  expect(total(found, 'principal').toFixed(places)).toBe(found.totalAmountOfCredit.amount);
  expect(rows[0]!.openingBalance).toEqual(found.totalAmountOfCredit);
  expect(new Decimal(rows.at(-1)!.closingBalance.amount).isZero()).toBe(true);
  for (const [at, row] of rows.entries()) {
    const at2 = (column: Column) => new Decimal(row[column].amount);
    if (at > 0) expect(row.openingBalance).toEqual(rows[at - 1]!.closingBalance);
    expect(at2('closingBalance').eq(at2('openingBalance').minus(at2('principal')))).toBe(true);
    expect(at2('instalment').eq(at2('interest').plus(at2('principal')).plus(at2('indexation')).plus(at2('fees')))).toBe(true);
    // If the level instalment does not cover the interest of a long first period, the rest is added to the balance.
    const never = [
      'interest',
      ...(at === 0 ? [] : ['principal' as const]),
      'fees',
      'instalment',
      'openingBalance',
      'closingBalance',
    ] as const;
    expect(never.filter((column) => at2(column).isNegative() && !at2(column).isZero())).toEqual([]);
    expect(row.instalment.amount.split('.')[1]?.length ?? 0).toBe(places);
  }
}

describe('a schedule', () => {
  it('adds up to the minor unit, ends at zero and is never negative, for any tracks, dates and currency', () => {
    fc.assert(
      fc.property(drawn, (loan) => {
        const request = asked(loan);
        expect(inconsistencies(request, '2026-01-01')).toEqual([]);
        const found = simulationOf(request, '2026-01-01', limits)!;
        holds(found, digits[loan.currency]);
        const upfront = new Decimal(loan.financed ? 0 : request.fees![0]!.amount.amount);
        expect(total(found, 'instalment').plus(upfront).eq(found.totalAmountPayable.amount)).toBe(true);
        const costs = new Decimal(request.loanAmount.amount)
          .plus(found.totalInterest.amount)
          .plus(found.totalIndexation.amount)
          .plus(found.totalFees.amount);
        expect(costs.eq(found.totalAmountPayable.amount)).toBe(true);
        expect(new Decimal(found.highestInstalment.amount).gte(found.firstInstalment.amount)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('has the same totals by year and by instalment', () => {
    fc.assert(
      fc.property(drawn, (loan) => {
        const request = asked(loan);
        const [full, yearly] = (['full', 'yearly'] as const).map((schedule) => simulationOf(request, '2026-01-01', limits, schedule)!);
        holds(yearly!, digits[loan.currency]);
        for (const column of ['interest', 'principal', 'indexation', 'fees', 'instalment'] as const)
          expect(total(yearly!, column).eq(total(full!, column))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});
