import type { Answered } from './sending.js';

/** A figure with what it must not exceed, or fall below. */
export interface Mark {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly is: 'most' | 'least';
  readonly unit: string;
}

export const isMet = ({ value, limit, is }: Mark): boolean => (is === 'most' ? value <= limit : value >= limit);

/** What was sent of one kind in a flood. */
export interface Sent {
  readonly kind: string;
  readonly expected: readonly number[];
  /** What one admitted request may leave behind, in bytes. */
  readonly maxBytes: number;
  readonly answer: Answered;
}

const statusesOf = ({ answer: { statuses } }: Sent): (readonly [status: number, count: number])[] =>
  Object.entries(statuses).map(([status, count]) => [Number(status), count]);

/** Requests that did what was asked. */
export const admittedOf = (sent: Sent): number =>
  statusesOf(sent).reduce((sum, [status, count]) => sum + (sent.expected.includes(status) ? count : 0), 0);

/** What a refusal may be: of a limit, of overload, of an unknown token, of a login that is locked. */
const refusals = [401, 422, 429, 503];

/** Answers of other kinds, and requests without any. */
export const strangeOf = (sent: Sent): number =>
  sent.answer.unanswered +
  statusesOf(sent).reduce((sum, [status, count]) => sum + (sent.expected.includes(status) || refusals.includes(status) ? 0 : count), 0);

/** Bytes that all admitted requests may leave behind at most, and the room that tables and indexes of a quiet bank take in steps. */
export const maxGrowth = (all: readonly Sent[]): number => stepBytes + all.reduce((sum, sent) => sum + admittedOf(sent) * sent.maxBytes, 0);
const stepBytes = 8 * 1_024 * 1_024;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** By how much each figure is larger in the last quarter of the samples than in the second one. */
export function growthOf(samples: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const of = (name: string, part: typeof samples): number => mean(part.map((sample) => sample[name] ?? 0));
  return Object.fromEntries(Object.keys(samples[0] ?? {}).map((name) => [name, of(name, late) / of(name, early)]));
}
