import type { Figures } from './figures.js';
import type { Measured } from './figures.js';
import type { Target } from './targets.js';

const columns = [52, 8, 7, 7, 11, 7, 7, 9, 13, 6] as const;
export const row = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(columns[at]!) : cell.padStart(columns[at]!)))
    .join('')
    .trimEnd();

/** Requests per second, median and 99th percentile in milliseconds, and the ratio with its range over the rounds. */
export const heading = row(['', 'floor/s', 'p50', 'p99', 'service/s', 'p50', 'p99', 'ratio', 'rounds', 'mark']);

export function lineOf({ operation, mark }: Target, { floor, ours, ratio, lowest, highest }: Figures): string {
  const cells = ({ perSecond, p50, p99 }: Measured): string[] => [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)];
  const failed = floor.failed + ours.failed;
  return (
    row([
      `GET ${operation.path}`,
      ...cells(floor),
      ...cells(ours),
      ratio.toFixed(2),
      `${lowest.toFixed(2)}-${highest.toFixed(2)}`,
      mark.toFixed(1),
    ]) +
    (ratio < mark ? '  below' : '') +
    (failed > 0 ? `  ${failed} requests failed` : '')
  );
}
