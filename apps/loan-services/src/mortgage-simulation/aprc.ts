import { Decimal } from './decimal.js';

/** Money that moves at a time in years after the first drawdown: positive to the borrower, negative from them. */
export interface Flow {
  readonly years: number;
  readonly amount: number;
}

/** `exact` to six decimals of a per cent, `published` to one, half up (Directive 2014/17/EU Annex I, part I, remark d). */
export interface Aprc {
  readonly published: string;
  readonly exact: string;
}

const steps = 200;
// A yearly rate of e^25 is above seven thousand million per cent: no loan, and far from what a double can hold.
const widest = 25;

/**
 * The annual percentage rate of charge: the X that solves Σ C_k (1+X)^(−t_k) = Σ D_l (1+X)^(−s_l)
 * (Directive 2014/17/EU Annex I). Undefined where no X does: nothing is paid back, or the charges eat the drawdown.
 * Found in doubles, whose error is below the twelfth digit; money itself is never computed here.
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

/** Two forces of interest between which the present value changes its sign from minus to plus, if there are any. */
function bracketOf(flows: readonly Flow[]): Bracket | undefined {
  let [low, high] = [-1, 1];
  while (present(flows, low).value > 0 && low > -widest) low *= 2;
  while (present(flows, high).value < 0 && high < widest) high *= 2;
  return present(flows, low).value > 0 || present(flows, high).value < 0 ? undefined : { low, high };
}

/** ln(1+X), by Newton's steps kept inside a bracket that always holds the root. */
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

/** Present value of all flows at a force of interest, and how fast it changes. It rises: what is paid back later counts less. */
function present(flows: readonly Flow[], force: number): { value: number; slope: number } {
  let [value, slope] = [0, 0];
  for (const { years, amount } of flows) {
    const discounted = amount * Math.exp(-force * years);
    value += discounted;
    slope -= years * discounted;
  }
  return { value, slope };
}
