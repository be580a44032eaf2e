/**
 * Quantiles of Student's t distribution for 95 %, two-sided, at 19, 29, 39, 59, 99 and more degrees of freedom: the next lower one is used.
 */
const quantiles = [
  [99, 1.984],
  [59, 2.001],
  [39, 2.023],
  [29, 2.045],
  [19, 2.093],
] as const;
/** The part of the pairs that is left out at each end. */
const trimmed = 0.1;

export interface PairedRatio {
  readonly mean: number;
  /** The ends of the 95 % confidence interval. */
  readonly low: number;
  readonly high: number;
}

/**
 * The ratio `on / off` of paired measurements: the mean of the pairs' logarithms without the tenth at either end, back as a ratio, with the
 * interval of J. W. Tukey and D. H. McLaughlin (Sankhyā A 25, 1963). One pair in twenty is hit by a collection of all objects or by another
 * guest of the machine, which costs as much as what is measured many times over: with those the interval is twice as wide. Needs at least
 * 24 pairs.
 */
export function pairedRatio(pairs: readonly { readonly off: number; readonly on: number }[]): PairedRatio {
  const out = Math.floor(pairs.length * trimmed);
  const kept = pairs.length - 2 * out;
  const quantile = quantiles.find(([freedom]) => kept - 1 >= freedom)?.[1];
  if (quantile === undefined) throw new Error(`A confidence interval needs at least 24 pairs, not ${pairs.length}`);
  const logs = pairs.map(({ off, on }) => Math.log(on / off)).sort((one, other) => one - other);
  const mean = meanOf(logs.slice(out, out + kept));
  const [lowest, highest] = [logs[out]!, logs[out + kept - 1]!];
  const half = (quantile * Math.sqrt(varianceOf(logs.map((one) => Math.min(highest, Math.max(lowest, one)))) * pairs.length)) / kept;
  return { mean: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
