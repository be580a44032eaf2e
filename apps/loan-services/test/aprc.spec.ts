import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Decimal } from '@open-banking/messages';
import { aprc, type Flow } from '../src/mortgage-simulation/aprc.js';

type Paid = [amount: number, times?: number, months?: number, days?: number];
const { cases } = JSON.parse(readFileSync(new URL('aprc-cases.json', import.meta.url), 'utf8')) as {
  cases: { id: string; perCent: string; cut?: true; flows: Paid[] }[];
};

const flowsOf = (paid: Paid[]): Flow[] =>
  paid.flatMap(([amount, times = 1, months = 0, days = 0]) =>
    Array.from({ length: times }, (_, at) => ({ amount, years: (months + at) / 12 + days / 365 })),
  );

describe('the annual percentage rate of charge', () => {
  it.each(cases)('is $perCent % in case $id', ({ flows, perCent, cut }) => {
    const found = aprc(flowsOf(flows));
    const published = perCent.split('.')[1]!.length;
    expect(new Decimal(found!.exact).toFixed(published, cut ? Decimal.ROUND_DOWN : Decimal.ROUND_HALF_UP)).toBe(perCent);
    expect(found!.published).toBe(new Decimal(perCent).toFixed(1, Decimal.ROUND_HALF_UP));
  });

  it('equals the interest rate of a single payment one year later, from -90 % to 1000 %', () => {
    fc.assert(
      fc.property(fc.integer({ min: -900_000, max: 10_000_000 }), (tenThousandths) => {
        const rate = tenThousandths / 1_000_000;
        const found = aprc([
          { years: 0, amount: 1000 },
          { years: 1, amount: -1000 * (1 + rate) },
        ]);
        expect(Number(found!.exact)).toBeCloseTo(rate * 100, 5);
      }),
    );
  });

  it('is absent if the charges use up the drawdown, or if nothing is repaid', () => {
    expect(
      aprc([
        { years: 0, amount: 100 },
        { years: 0, amount: -100 },
        { years: 1, amount: -10 },
      ]),
    ).toBeUndefined();
    expect(aprc([{ years: 0, amount: 100 }])).toBeUndefined();
  });

  it('is 0.0 if exactly the drawdown is repaid', () => {
    expect(
      aprc([
        { years: 0, amount: 1200 },
        { years: 0.5, amount: -600 },
        { years: 1, amount: -600 },
      ]),
    ).toEqual({ published: '0.0', exact: '0.000000' });
  });
});
