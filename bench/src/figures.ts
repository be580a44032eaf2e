export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 200, and requests without any: a run that has some measured something else. */
  readonly failed: number;
}

/** The percentile of values in ascending order; `share` is between 0 and 1. */
export const percentile = (ascending: readonly number[], share: number): number =>
  ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN;

export const median = (values: readonly number[]): number => {
  const ascending = values.toSorted((a, b) => a - b);
  return (ascending[Math.floor((ascending.length - 1) / 2)]! + ascending[Math.floor(ascending.length / 2)]!) / 2;
};

/** One round: floor and service are measured in direct succession, so that other load on the machine affects both. */
export interface Round {
  readonly floor: Measured;
  readonly ours: Measured;
}

export interface Figures {
  readonly floor: Measured;
  readonly ours: Measured;
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
}

/** The medians of all rounds and of their ratios. */
export function figuresOf(rounds: readonly Round[]): Figures {
  const ratios = rounds.map(({ floor, ours }) => ours.perSecond / floor.perSecond);
  const middle = (which: keyof Round): Measured => {
    const of = (figure: keyof Measured) => median(rounds.map((round) => round[which][figure]));
    return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), failed: Math.max(...rounds.map((round) => round[which].failed)) };
  };
  return { floor: middle('floor'), ours: middle('ours'), ratio: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
}
