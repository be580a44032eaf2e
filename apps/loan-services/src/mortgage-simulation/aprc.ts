import { Decimal } from './decimal.js';

/** A cash flow at a time in years after the first drawdown: positive to the borrower, negative from the borrower. */
export interface Flow {
  readonly years: number;
  readonly amount: number;
}

/** In per cent: `exact` with six decimals, `published` with one, rounded half up (Directive 2014/17/EU Annex I, part I, remark d). */
export interface Aprc {
  readonly published: string;
  readonly exact: string;
}

const steps = 200;
// A yearly rate of e^25 is more than seven billion per cent: no real loan has it, and a double still holds it easily.
const widest = 25;

/**
 * The annual percentage rate of charge: the X that solves Σ C_k (1+X)^(−t_k) = Σ D_l (1+X)^(−s_l)
 * (Directive 2014/17/EU Annex I). Undefined if no X solves it: nothing is repaid, or the charges use up the drawdown.
 * Computed in doubles, whose error is beyond the twelfth digit; no amounts are computed here.
 */
export function aprc(flows: readonly Flow[]): Aprc | undefined {
  const force = root(flows);
  if (force === undefined) return undefined;
  const perCent = new Decimal(Math.expm1(force)).times(100);
  return { published: half(perCent, 1), exact: half(perCent, 6) };
}

function half(perCent: Decimal, digits: number): string {
  const rounded = perCent.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);
  return (rounded.isZero() ? new Decimal(0) : rounded).toFixed(digits);
}

interface Bracket {
  readonly low: number;
  readonly high: number;
}

/** Two forces of interest between which the present value changes from negative to positive, if they exist. */
function bracketOf(flows: readonly Flow[]): Bracket | undefined {
  let [low, high] = [-1, 1];
  while (present(flows, low).value > 0 && low > -widest) low *= 2;
  while (present(flows, high).value < 0 && high < widest) high *= 2;
  return present(flows, low).value > 0 || present(flows, high).value < 0 ? undefined : { low, high };
}

/** ln(1+X), by Newton's method within a bracket that always contains the root. */
function root(flows: readonly Flow[]): number | undefined {
  const bracket = bracketOf(flows);
  if (!bracket) return undefined;
  let { low, high } = bracket;
  let force = 0.05;
  for (let step = 0; step < steps; step += 1) {
    const { value, slope } = present(flows, force);
    if (value < 0) low = force;
    else high = force;
    const newton = force - value / slope;
    const next = newton >= low && newton <= high ? newton : (low + high) / 2;
    if (Math.abs(next - force) < 1e-15) return next;
    force = next;
  }
  return force;
}

/** The present value of all cash flows at a force of interest, and its derivative. It rises, as later repayments count less. */
function present(flows: readonly Flow[], force: number): { value: number; slope: number } {
  let [value, slope] = [0, 0];
  for (const { years, amount } of flows) {
    const discounted = amount * Math.exp(-force * years);
    value += discounted;
    slope -= years * discounted;
  }
  return { value, slope };
}
