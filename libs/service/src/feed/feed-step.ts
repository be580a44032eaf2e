/** What a change does with the row that it names. */
export type ChangeKind = 'upsert' | 'remove' | 'close';

/** One line of a feed that fits its form. */
export interface FeedChange {
  /** Where the line stands in what was sent, from 1. */
  readonly line: number;
  readonly type: string;
  readonly change: ChangeKind;
  /** The fields of its type; of one that removes or closes, those of the key. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Why a step cannot be taken. */
export interface FeedFault {
  readonly line: number;
  readonly field?: string;
  readonly reason: string;
}

/** Thrown where a change cannot be applied: nothing of its step is. */
export class FeedRefused extends Error {
  constructor(
    readonly line: number,
    readonly field: string | undefined,
    readonly reason: string,
  ) {
    super(`line ${line}: ${field === undefined ? '' : `${field}: `}${reason}`);
  }
}

/** Thrown where sums do not agree after a change: nobody says after which. */
export class BooksDisagree extends Error {
  constructor(
    what: string,
    proof: string,
    readonly field: string | undefined,
  ) {
    super(`does not agree, ${what}: ${proof}`);
  }
}

/** Changes of one source with one position: they are applied together or not at all. All lines but its last have `"more":true`. */
export interface FeedStep {
  readonly source: string;
  readonly position: bigint;
  readonly changes: readonly FeedChange[];
  /** How many lines it has, those that do not fit their form included. */
  readonly lines: number;
  /** What is wrong with the lines themselves. */
  readonly fault?: FeedFault;
}

export const changesOf = (steps: readonly FeedStep[]): FeedChange[] => steps.flatMap(({ changes }) => changes);
