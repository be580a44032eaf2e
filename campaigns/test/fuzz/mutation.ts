import fc from 'fast-check';
import type { Draft } from './draft.js';
import { jsonText } from './json-text.js';

/** One thing that is wrong with a request, or unusual. */
export interface Mutation {
  readonly name: string;
  readonly apply: (draft: Draft) => Draft;
  toString(): string;
}

export const mutation = (name: string, apply: Mutation['apply']): Mutation => ({ name, apply, toString: () => name });
export const shortJson = (value: unknown): string => {
  const text = jsonText(value);
  return text.length > 60 ? `${text.slice(0, 50)}… (${text.length})` : text;
};

export type Pairs = Draft['headers'];
export const pick = <T>(from: readonly T[], at: number): T | undefined => (from.length === 0 ? undefined : from[at % from.length]);
export const withoutAt = (pairs: Pairs, at: number): Pairs => pairs.filter((_, index) => index !== at % Math.max(pairs.length, 1));
export const replacedPair = (pairs: Pairs, at: number, value: string): Pairs =>
  pairs.map((pair, index) => (index === at % pairs.length ? [pair[0], value] : pair));
export const again = (pairs: Pairs, at: number, value?: string): Pairs => {
  const pair = pick(pairs, at);
  return pair ? [...pairs, [pair[0], value ?? pair[1]]] : pairs;
};
export const at = fc.nat({ max: 999 });
