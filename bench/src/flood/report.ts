import { admittedOf, isMet, type Mark, type Sent } from './marks.js';
import type { Memory } from './memory.js';
import type { Phase } from './phases.js';
import type { ProcessorTime } from './processor-time.js';

const columns = [24, 12, 12, 10] as const;
const row = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(columns[0]) : at < columns.length ? cell.padStart(columns[at]!) : `  ${cell}`))
    .join('')
    .trimEnd();

const count = ({ answer: { statuses } }: Pick<Sent, 'answer'>): number => Object.values(statuses).reduce((sum, one) => sum + one, 0);
const listed = (statuses: Readonly<Record<string, number>>): string =>
  Object.entries(statuses)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ');

export function phaseLines({ name, sent, beside }: Phase): string[] {
  return [
    row([name, 'answered', 'admitted', 'p95 ms', 'statuses']),
    ...sent.map((one) =>
      row([`  ${one.kind}`, String(count(one)), String(admittedOf(one)), one.answer.p95.toFixed(0), listed(one.answer.statuses)]),
    ),
    row(['  within its limits', String(count({ answer: beside })), '', beside.p95.toFixed(0), listed(beside.statuses)]),
  ];
}

export const memoryLine = (when: string, memory: Memory): string =>
  `${when.padEnd(24)}${Object.entries(memory)
    .map(([name, megabytes]) => `${name} ${megabytes.toFixed(0)} MB`)
    .join(', ')}`;

export const processorLine = (shares: ProcessorTime): string =>
  `${'  of the processors'.padEnd(24)}${Object.entries(shares)
    .map(([name, share]) => `${name} ${(100 * share).toFixed(0)} %`)
    .join(', ')}`;

export const markLine = (mark: Mark): string =>
  `${mark.what.padEnd(60)}${mark.value.toFixed(2).padStart(10)} ${mark.unit.padEnd(8)} at ${mark.is} ${mark.limit.toFixed(2)}  ${isMet(mark) ? 'met' : 'MISSED'}`;
