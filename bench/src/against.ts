/** A figure of this commit and of another one. Less is better. */
export interface Compared {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly theirs: number;
  /** The most that the ratio may be. Absent: none is set. */
  readonly mark?: number | undefined;
}

const line = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(52) : cell.padStart(10)))
    .join('')
    .trimEnd();

const ratioOf = ({ ours, theirs }: Compared): number => ours / theirs;

/** The table of all figures: this commit, the other one, their ratio and its mark. */
export function tableOf(compared: readonly Compared[], names: { readonly ours: string; readonly theirs: string }): string[] {
  const rows = compared.map((one) => {
    const mark = one.mark === undefined ? [] : [one.mark.toFixed(2), isMet(one) ? 'met' : 'MISSED'];
    return line([`${one.what}, ${one.unit}`, one.ours.toFixed(2), one.theirs.toFixed(2), ratioOf(one).toFixed(2), ...mark]);
  });
  return [line(['', names.ours, names.theirs, 'ratio', 'mark']), ...rows];
}

const isMet = (one: Compared): boolean => one.mark === undefined || ratioOf(one) <= one.mark;

export const areMet = (compared: readonly Compared[]): boolean => compared.every(isMet);
