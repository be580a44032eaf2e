import type { Figures, Measured, TargetFigures } from './figures.js';

const columns = [52, 8, 7, 7, 11, 7, 7, 9, 13, 6] as const;
export const row = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(columns[at]!) : cell.padStart(columns[at]!)))
    .join('')
    .trimEnd();

/** Requests per second, median and 99th percentile in milliseconds, and the ratio with its range over the rounds. */
export const heading = row(['', 'floor/s', 'p50', 'p99', 'service/s', 'p50', 'p99', 'ratio', 'rounds', 'mark']);

const cells = ({ perSecond, p50, p99 }: Measured): string[] => [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)];
const range = (lowest: number, highest: number): string => `${lowest.toFixed(2)}-${highest.toFixed(2)}`;

export function figuresLine({ path, mark, floor, ours, ratio, lowest, highest }: TargetFigures): string {
  const failed = floor.failed + ours.failed;
  return (
    row([`GET ${path}`, ...cells(floor), ...cells(ours), ratio.toFixed(2), range(lowest, highest), mark.toFixed(1)]) +
    (ratio < mark ? '  below' : '') +
    (failed > 0 ? `  ${failed} requests failed` : '')
  );
}

/** The medians of one request at a time, and by how much the service's is longer. */
export function singleLineOf({ floor, ours }: Figures): string {
  const ms = (value: number): string => value.toFixed(2);
  const longer = ours.p50 - floor.p50;
  return row(['  p50 of one request at a time', '', ms(floor.p50), '', '', ms(ours.p50), '', `${longer < 0 ? '' : '+'}${ms(longer)}`]);
}

/** How far the floor is from itself, a few seconds later: a ratio within this range says nothing. */
export const noiseLineOf = ({ noise }: Figures): string =>
  noise ? row(['  the floor against itself', '', '', '', '', '', '', noise.ratio.toFixed(2), range(noise.lowest, noise.highest)]) : '';

export const mockLineOf = (name: string, mock: Measured): string => row([`  ${name}`, '', '', '', ...cells(mock)]);
