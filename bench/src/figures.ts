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
  /** The floor once more, where the machine's noise is measured. */
  readonly again?: Measured;
}

/** The machine's own effect on a ratio: the floor against itself. */
export interface Noise {
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface Figures {
  readonly floor: Measured;
  readonly ours: Measured;
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
  readonly noise?: Noise;
}

/** One operation, beside the floor and, where one is installed, beside a public mock. */
export interface TargetFigures extends Figures {
  readonly operation: string;
  readonly path: string;
  readonly mark: number;
  readonly mock?: Measured;
  /** One request at a time. */
  readonly single: Figures;
}

const noiseOf = (ratios: readonly number[]): Noise => ({
  ratio: median(ratios),
  lowest: Math.min(...ratios),
  highest: Math.max(...ratios),
});

/** The medians of all rounds and of their ratios. */
export function figuresOf(rounds: readonly Round[]): Figures {
  const ratios = rounds.map(({ floor, ours }) => ours.perSecond / floor.perSecond);
  const again = rounds.flatMap(({ floor, again }) => (again ? [again.perSecond / floor.perSecond] : []));
  const middle = (which: 'floor' | 'ours'): Measured => {
    const of = (figure: keyof Measured) => median(rounds.map((round) => round[which][figure]));
    return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), failed: Math.max(...rounds.map((round) => round[which].failed)) };
  };
  return { floor: middle('floor'), ours: middle('ours'), ...noiseOf(ratios), ...(again.length > 0 && { noise: noiseOf(again) }) };
}
