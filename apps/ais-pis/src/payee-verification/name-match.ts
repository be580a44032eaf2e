import { isOneEdit } from './one-edit.js';
import { nameWords, type NameWords, type Word } from './name-words.js';

/** The names match; they differ in one thing, and the payer is shown the real one; they differ; they cannot be compared. */
export type MatchResult = 'MATCH' | 'CLOSE' | 'NO_MATCH' | 'NOT_POSSIBLE';

export interface Verdict {
  readonly result: MatchResult;
  readonly reason: Reason;
}

type Reason = 'equal' | Difference | 'different' | 'nothing to compare' | 'other script';
/** What a close match may differ in: one of these and no second. */
type Difference = 'initials' | 'missing words' | 'one edit' | 'form of company' | 'order of a company';

/** The shortest words in which one edit counts as a typing error; see docs/decisions/0089. */
const shortestTyped = 5;
/** The shortest name of one word in which it does. */
const shortestAlone = 8;

/** Whether a payee is called what the payer calls it. MATCH only where nothing but spelling conventions differs: no typing error matches. */
export function compareNames(given: string, real: string): Verdict {
  const [asked, own] = [nameWords(given), nameWords(real)];
  if (asked.words.length === 0 || own.words.length === 0) return { result: 'NOT_POSSIBLE', reason: 'nothing to compare' };
  if (!sharesScript(asked, own)) return { result: 'NOT_POSSIBLE', reason: 'other script' };
  const formsDiffer = differenceOfForms(asked, own);
  const wordsDiffer = differenceOfWords(withMerged(asked.words, own.words), withMerged(own.words, asked.words), isCompany(asked, own));
  if (formsDiffer === 'different' || wordsDiffer === 'different' || (formsDiffer && wordsDiffer))
    return { result: 'NO_MATCH', reason: 'different' };
  const reason = formsDiffer ?? wordsDiffer;
  return reason === undefined ? { result: 'MATCH', reason: 'equal' } : { result: 'CLOSE', reason };
}

/** The best verdict over all names of an account's owners, and the name that it is about. */
export function bestMatch(given: string, names: readonly string[]): Verdict & { readonly name?: string } {
  const verdicts = names.map((name) => ({ ...compareNames(given, name), name }));
  for (const result of ['MATCH', 'CLOSE', 'NO_MATCH'] as const) {
    const found = verdicts.find((verdict) => verdict.result === result);
    if (found) return found;
  }
  return verdicts[0] ?? { result: 'NOT_POSSIBLE', reason: 'nothing to compare' };
}

const isCompany = (...names: readonly NameWords[]): boolean => names.some(({ forms }) => forms.length > 0);
const isEqual = (one: Word, other: Word): boolean => one.some((spelling) => other.includes(spelling));
const isFull = ([plain = '']: Word): boolean => plain.length > 1;

const scripts = ['Latin', 'Hebrew', 'Arabic', 'Cyrillic', 'Greek'].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
/** The scripts of a text, by their number; digits have none. */
const scriptsOf = (text: string): number[] => scripts.flatMap((script, number) => (script.test(text) ? [number] : []));
const textOf = ({ words }: NameWords): string => words.map(([plain]) => plain).join('');

/** A name in Latin letters says nothing about one in Hebrew letters: transliteration is not unique. */
function sharesScript(one: NameWords, other: NameWords): boolean {
  const [ofOne, ofOther] = [scriptsOf(textOf(one)), scriptsOf(textOf(other))];
  return (ofOne.length === 0 && ofOther.length === 0) || ofOne.some((script) => ofOther.includes(script));
}

/** A missing form is one difference; another form is another company. */
function differenceOfForms({ forms: one }: NameWords, { forms: other }: NameWords): Difference | 'different' | undefined {
  const isWithin = (few: readonly string[], many: readonly string[]) => few.every((form) => many.includes(form));
  const [within, around] = [isWithin(one, other), isWithin(other, one)];
  if (within && around) return undefined;
  return within || around ? 'form of company' : 'different';
}

/** Joins neighbours that the other name writes as one word: Bar-Lev and Barlev. */
function withMerged(words: readonly Word[], others: readonly Word[]): Word[] {
  const merged: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [words[at]!, words[at + 1]];
    const both = next && isFull(word) && isFull(next) ? word.flatMap((one) => next.map((two) => one + two)) : [];
    const isOneWord = both.length > 0 && others.some((other) => isEqual(other, both));
    merged.push(isOneWord ? both : word);
    if (isOneWord) at++;
  }
  return merged;
}

interface Compared {
  /** Equal words by their places in both names. */
  readonly equal: readonly (readonly [number, number])[];
  readonly full: number;
  readonly restOfOne: readonly Word[];
  readonly restOfOther: readonly Word[];
}

function compared(one: readonly Word[], other: readonly Word[]): Compared {
  const taken = new Set<number>();
  const equal: [number, number][] = [];
  one.forEach((word, place) => {
    const found = other.findIndex((candidate, at) => !taken.has(at) && isEqual(word, candidate));
    if (found < 0) return;
    taken.add(found);
    equal.push([place, found]);
  });
  return {
    equal,
    full: equal.filter(([place]) => isFull(one[place]!)).length,
    restOfOne: one.filter((_, place) => !equal.some(([at]) => at === place)),
    restOfOther: other.filter((_, place) => !taken.has(place)),
  };
}

function differenceOfWords(one: readonly Word[], other: readonly Word[], company: boolean): Difference | 'different' | undefined {
  const { equal, full, restOfOne, restOfOther } = compared(one, other);
  const missing = restOfOne.length + restOfOther.length;
  if (missing === 0) return company && isReordered(equal) ? 'order of a company' : undefined;
  if (restOfOne.length === 0 || restOfOther.length === 0) return isMissingLittle(missing, full) ? 'missing words' : 'different';
  if (!company && areInitials(restOfOne, restOfOther)) return beside(full);
  return isTypingError(restOfOne, restOfOther, full) ? 'one edit' : 'different';
}

const isMissingLittle = (missing: number, full: number): boolean => full >= 2 && missing < full;

/** What an initial means beside so many whole words: with first and last name it is a middle name, with one it may be anybody's. */
const beside = (full: number): Difference | 'different' | undefined => (full >= 2 ? undefined : full === 1 ? 'initials' : 'different');

const isReordered = (equal: readonly (readonly [number, number])[]): boolean =>
  equal.some(([, at], number) => number > 0 && at < equal[number - 1]![1]);

/** Whether each word that is left stands beside its initial, in the same order. */
const areInitials = (one: readonly Word[], other: readonly Word[]): boolean =>
  one.length === other.length && one.every((word, place) => isFull(word) !== isFull(other[place]!) && word[0]![0] === other[place]![0]![0]);

/**
 * One edit, with the first and the last letter as they are, in a word of five letters or more; of a Hebrew word the shorter may have four
 * if vav or yod, which may be left out, is the difference. Not in words with digits or letters of two scripts.
 */
function isTypingError([one = [], ...moreOfOne]: readonly Word[], [other = [], ...moreOfOther]: readonly Word[], full: number): boolean {
  if (moreOfOne.length > 0 || moreOfOther.length > 0) return false;
  return one.some((a) => other.some((b) => isTypable(a, b) && isOneEdit(a, b) && isLongEnough(a, b, full)));
}

const isLongEnough = (a: string, b: string, full: number): boolean =>
  Math.min(a.length, b.length) >= (full > 0 ? shortestTyped : shortestAlone) || (full > 0 && isFullSpelling(a, b));

const isTypable = (a: string, b: string): boolean =>
  a[0] === b[0] && a.at(-1) === b.at(-1) && !/\p{N}/u.test(a + b) && scriptsOf(a + b).length === 1;

/** Whether one Hebrew word is the other written with a vav or yod more. */
function isFullSpelling(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length !== short.length + 1 || short.length < shortestTyped - 1) return false;
  const at = [...short].findIndex((letter, place) => letter !== long[place]);
  return at > 0 && 'וי'.includes(long[at]!);
}
