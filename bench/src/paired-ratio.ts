/** Quantiles of Student's t distribution for 95 %, two-sided, at 29, 39, 59, 99 and more degrees of freedom: the next lower one is used. */
const quantiles = [
  [99, 1.984],
  [59, 2.001],
  [39, 2.023],
  [29, 2.045],
] as const;

export interface PairedRatio {
  readonly mean: number;
  /** The ends of the 95 % confidence interval. */
  readonly low: number;
  readonly high: number;
}

/** The ratio `on / off` of paired measurements: the mean of the pairs' logarithms, back as a ratio. Needs at least 30 pairs. */
export function pairedRatio(pairs: readonly { readonly off: number; readonly on: number }[]): PairedRatio {
  const quantile = quantiles.find(([freedom]) => pairs.length - 1 >= freedom)?.[1];
  if (quantile === undefined) throw new Error(`A confidence interval needs at least 30 pairs, not ${pairs.length}`);
  const logs = pairs.map(({ off, on }) => Math.log(on / off));
  const mean = logs.reduce((sum, one) => sum + one, 0) / logs.length;
  const variance = logs.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (logs.length - 1);
  const half = quantile * Math.sqrt(variance / logs.length);
  return { mean: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}
