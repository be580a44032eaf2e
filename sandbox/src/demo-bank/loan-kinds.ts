import type { Chance } from '@open-banking/simulators/chance';
import { monthsLater, type Day } from './calendar.js';
import type { Currency } from './current-account.js';
import type { Track } from './schedule.js';

/** A loan product: the ranges from which a contract is drawn. `months` is how long ago it may have begun. */
export interface LoanKind {
  readonly id: 'mortgage' | 'consumer' | 'car' | 'business';
  readonly product: string;
  readonly name: string;
  /** ISO 20022 has separate codes for loans and mortgages. */
  readonly family: 'MGLN' | 'CSLN' | 'FTLN';
  readonly begun: readonly [from: number, to: number];
  readonly fee: number;
  readonly exitFeePerCent: number;
  readonly collateral?: { readonly kind: 'property' | 'vehicle' | 'deposit'; readonly description: string; readonly perCent: number };
}

export const loanKinds = {
  mortgage: {
    id: 'mortgage',
    product: 'Home Mortgage',
    name: 'Mortgage',
    family: 'MGLN',
    begun: [8, 84],
    fee: 0,
    exitFeePerCent: 1.2,
    collateral: { kind: 'property', description: 'Flat, first charge', perCent: 158 },
  },
  consumer: { id: 'consumer', product: 'Consumer Loan', name: 'Loan', family: 'CSLN', begun: [2, 42], fee: 0, exitFeePerCent: 0 },
  car: {
    id: 'car',
    product: 'Car Loan',
    name: 'Car loan',
    family: 'CSLN',
    begun: [3, 40],
    fee: 490,
    exitFeePerCent: 0.5,
    collateral: { kind: 'vehicle', description: 'Passenger car', perCent: 124 },
  },
  business: {
    id: 'business',
    product: 'Business Term Loan',
    name: 'Business loan',
    family: 'FTLN',
    begun: [4, 44],
    fee: 900,
    exitFeePerCent: 0.8,
    collateral: { kind: 'deposit', description: 'Pledged deposit', perCent: 30 },
  },
} as const satisfies Record<string, LoanKind>;

export function tracksOf(kind: LoanKind, currency: Currency, start: Day, priceIndex: (day: Day) => number, chance: Chance): Track[] {
  if (kind.id === 'mortgage') return mortgage(start, priceIndex, chance);
  const [from, to] = { consumer: [15, 90], car: [60, 180], business: [120, 600] }[kind.id as 'consumer' | 'car' | 'business'] as [
    number,
    number,
  ];
  const amount = Math.round((chance.between(from, to) * 100_000) / (currency === 'EUR' ? 4 : 1));
  const months = chance.pick(kind.id === 'consumer' ? [36, 48, 60] : [48, 60, 72]);
  const rate = Number((4.9 + chance.fraction() * 4).toFixed(2));
  const variable = chance.happens(0.4);
  const method = kind.id === 'business' && chance.happens(0.5) ? 'equalPrincipal' : 'annuity';
  return [
    variable
      ? {
          name: currency === 'EUR' ? 'Euribor' : 'Prime',
          amount,
          interestType: 'variable',
          rate,
          index: { name: currency === 'EUR' ? 'EURIBOR-3M' : 'PRIME', margin: Number((rate - 4).toFixed(2)) },
          method,
          months,
        }
      : { name: 'Fixed', amount, interestType: 'fixed', rate, method, months },
  ];
}

/** One third fixed, one third prime-linked, one third index-linked: the usual mix. */
function mortgage(start: Day, priceIndex: (day: Day) => number, chance: Chance): Track[] {
  const third = chance.between(160, 550) * 100_000;
  const months = chance.pick([180, 240, 300]);
  const vary = (rate: number): number => Number((rate + chance.fraction() * 0.8).toFixed(2));
  return [
    { name: 'Fixed, not linked', amount: third, interestType: 'fixed', rate: vary(4.3), method: 'annuity', months },
    {
      name: 'Prime',
      amount: third,
      interestType: 'variable',
      rate: vary(5.2),
      index: { name: 'PRIME', margin: -0.6 },
      method: 'annuity',
      months: months - 60,
    },
    {
      name: 'Fixed, linked to prices',
      amount: third,
      interestType: 'indexed',
      rate: vary(2.9),
      index: { name: 'CPI', base: priceIndex(start) },
      method: chance.pick(['annuity', 'equalPrincipal']),
      months,
      rateChange: monthsLater(start, 60),
    },
  ];
}
