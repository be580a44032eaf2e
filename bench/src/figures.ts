export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 200, and requests without any: a run that has some measured something else. */
  readonly failed: number;
}

/** Of values in ascending order, the one that this share of them does not exceed. */
export const percentile = (ascending: readonly number[], share: number): number =>
  ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN;

export const median = (values: readonly number[]): number => {
  const ascending = values.toSorted((a, b) => a - b);
  return (ascending[Math.floor((ascending.length - 1) / 2)]! + ascending[Math.floor(ascending.length / 2)]!) / 2;
};

/** One round: the floor and the service, one right after the other, so that what else the machine does meets both. */
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

/** The middle of all rounds, and of their ratios. */
export function figuresOf(rounds: readonly Round[]): Figures {
  const ratios = rounds.map(({ floor, ours }) => ours.perSecond / floor.perSecond);
  const middle = (which: keyof Round): Measured => {
    const of = (figure: keyof Measured) => median(rounds.map((round) => round[which][figure]));
    return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), failed: Math.max(...rounds.map((round) => round[which].failed)) };
  };
  return { floor: middle('floor'), ours: middle('ours'), ratio: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
}
