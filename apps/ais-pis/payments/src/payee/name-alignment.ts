import { companyWords } from './company-forms.js';
import { isTypingError } from './typing-error.js';
import { beginnings, generations, particles, partners } from './person-titles.js';
import { plain, type Word } from './name-words.js';

/** What a close match may differ in: one of these and no second. */
export type Difference = 'initials' | 'missing words' | 'one edit' | 'form of company' | 'order' | 'conjunction' | 'one word or two';
/** Undefined: none. */
export type WordsDifference = Difference | 'different' | undefined;

export const isEqual = (one: Word, other: Word): boolean => one.spellings.some((spelling) => other.spellings.includes(spelling));

/** Scripts whose single characters are whole words or syllables. */
const syllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Whether a word is written in such a script. */
export const isOfSyllables = (word: Word): boolean => syllables.test(plain(word));
/** Whether a word is one letter of an alphabet. */
export const isInitial = (word: Word): boolean => /^\p{L}$/u.test(plain(word)) && !isOfSyllables(word);

/** Whether the word belongs to the surname that follows it: a particle between a given name and a further word. */
export const isParticle = (words: readonly Word[], at: number): boolean =>
  at > 0 && at < words.length - 1 && particles.has(plain(words[at]!));

/** A word of one name with that of the other which takes its place; `at` are their places. */
interface Pair {
  readonly words: readonly [Word, Word];
  readonly at: readonly [number, number];
  /** Whether one of the two is a particle where it stands. */
  readonly isParticle: boolean;
}

const pairOf = (one: readonly Word[], other: readonly Word[], at: readonly [number, number]): Pair => ({
  words: [one[at[0]]!, other[at[1]]!],
  at,
  isParticle: isParticle(one, at[0]) || isParticle(other, at[1]),
});

const arePairEqual = ({ words: [one, other] }: Pair): boolean => isEqual(one, other);
/** How many names, no initials and no particles, are equal. */
const namesIn = (equal: readonly Pair[]): number => equal.filter((pair) => !pair.isParticle && !isInitial(pair.words[0])).length;

/**
 * What the words of two names differ in. Words are compared in their places. A person's name may begin with the surname, so its beginning
 * may stand at its end; a company's may not. `haveForms`: both are companies with a legal form.
 */
export function differenceOfWords(one: readonly Word[], other: readonly Word[], isCompany: boolean, haveForms: boolean): WordsDifference {
  if (one.length > other.length) return differenceOfWords(other, one, isCompany, haveForms);
  const starts = isCompany ? [0] : one.map((_, at) => at);
  if (one.length < other.length)
    return starts.some((start) => isMissingLittle(one, other, start, isCompany)) ? 'missing words' : 'different';
  let best: WordsDifference = 'different';
  for (const start of starts) {
    const found = differenceFrom(one, other, start, isCompany, haveForms);
    if (found === undefined) return undefined;
    if (best === 'different') best = found;
  }
  return best === 'different' && areReordered(one, other) ? 'order' : best;
}

/** What two names of as many words differ in where `other` begins with the word of `one` at `start`. */
function differenceFrom(
  one: readonly Word[],
  other: readonly Word[],
  start: number,
  isCompany: boolean,
  haveForms: boolean,
): WordsDifference {
  const pairs = other.map((_, at) => pairOf(one, other, [(at + start) % one.length, at]));
  const differences = [
    differenceOfPairs(pairs, [one, other], isCompany),
    pairs.every((pair) => isAddedAlike(pair, haveForms)) ? undefined : 'conjunction',
    start === 0 || isSurnameMoved(one, other, start) ? undefined : 'order',
  ] as const;
  const [first, second] = differences.filter((difference) => difference !== undefined);
  return second === undefined ? first : 'different';
}

/** Whether "and" stands before both or neither. Between the name of a company with a form and "Sons" it may be left out. */
const isAddedAlike = ({ words: [one, other] }: Pair, haveForms: boolean): boolean =>
  one.isAdded === other.isAdded || (haveForms && partners.has(plain(one)));

/**
 * Whether `other` is `one` with the surname moved: there are two names, of which one may be a particle with its word or words with hyphens;
 * or the only comma of the two names is where they are parted. Of three names nobody knows which are the surname.
 */
function isSurnameMoved(one: readonly Word[], other: readonly Word[], start: number): boolean {
  const length = one.length;
  const commas = [one, other].flatMap((words, side) => words.flatMap((word, at) => (word.isAfterComma ? [[side, at]] : [])));
  if (commas.length === 1 && commas.every(([side, at]) => at === (side === 0 ? start : length - start))) return true;
  const ends = other.filter((_, at) => {
    const from = (at + start) % length;
    return !isOneName(other, at) && !isOneName(one, from);
  });
  return ends.length <= 2;
}

/** Whether the word and the next one are one name. */
function isOneName(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return next !== undefined && (next.isHyphened || isParticle(words, at) || (at > 0 && beginnings.has(plain(words[at]!))));
}

function differenceOfPairs(
  pairs: readonly Pair[],
  names: readonly [readonly Word[], readonly Word[]],
  isCompany: boolean,
): WordsDifference {
  const unequal = pairs.filter((pair) => !arePairEqual(pair));
  if (unequal.length === 0) return undefined;
  const equal = namesIn(pairs.filter(arePairEqual));
  if (!isCompany && equal > 0 && areInitials(unequal, pairs.length) && !unequal.some((pair) => isSurnameAbbreviated(pair, names)))
    return 'initials';
  return unequal.length === 1 && isTypingError(...spellingsOf(unequal[0]!), equal) ? 'one edit' : 'different';
}

/** Whether the initial stands for a surname: what a comma follows in either name, and without commas the last word. */
function isSurnameAbbreviated({ words: [first], at }: Pair, names: readonly [readonly Word[], readonly Word[]]): boolean {
  const whole = isInitial(first) ? 1 : 0;
  const commas = names.map((words) => words.findIndex((word) => word.isAfterComma));
  if (commas.some((comma) => comma > 0)) return commas.some((comma, side) => at[side]! < comma);
  return at[whole] === names[whole].length - 1;
}

const spellingsOf = ({ words: [one, other] }: Pair): [readonly string[], readonly string[]] => [one.spellings, other.spellings];

/**
 * Whether each word stands beside its initial. Initials of more than one word are those of given names: they follow each other, and the
 * last word of one of the names is whole. Particles are abbreviated by themselves or not at all.
 */
function areInitials(pairs: readonly Pair[], length: number): boolean {
  if (!pairs.every(isInitialOf)) return false;
  if (pairs.length === 1) return true;
  if (pairs.some((pair) => pair.isParticle) && !pairs.every((pair) => pair.isParticle)) return false;
  const follow = [0, 1].every((side) => {
    const places = pairs.map(({ at }) => at[side]!).sort((a, b) => a - b);
    return places.at(-1)! - places[0]! === places.length - 1;
  });
  return follow && !pairs.some(({ at }) => at[0] === length - 1 && at[1] === length - 1);
}

function isInitialOf({ words: [one, other] }: Pair): boolean {
  if (isInitial(one) === isInitial(other)) return false;
  const [initial, whole] = isInitial(one) ? [one, other] : [other, one];
  return plain(whole).startsWith(plain(initial)) && !generations.has(plain(whole));
}

/** Whether the words of the shorter name, from `start` on and around, stand in the longer one in their order, with few others, none of them a particle. */
function isMissingLittle(few: readonly Word[], many: readonly Word[], start: number, isCompany: boolean): boolean {
  const [pairs, missing]: [Pair[], Word[]] = [[], []];
  many.forEach((word, at) => {
    const place = (start + pairs.length) % few.length;
    if (pairs.length < few.length && isEqual(few[place]!, word) && (place === 0 || isAddedAlike(pairOf(few, many, [place, at]), isCompany)))
      pairs.push(pairOf(few, many, [place, at]));
    else missing.push(word);
  });
  const names = namesIn(pairs);
  const isWhole = pairs.length === few.length && !missing.some((word) => isNeverMissing(word, isCompany));
  return isWhole && names >= 2 && missing.length < names;
}

/** Without a particle a surname is another one; without "& Co" or "& Sons" a company is. */
const isNeverMissing = (word: Word, isCompany: boolean): boolean =>
  particles.has(plain(word)) || (word.isAdded && (isCompany || companyWords.atTheEnd.has(plain(word))));

/** Whether the names are of the same words in another order, each as much a particle as it was. */
function areReordered(one: readonly Word[], other: readonly Word[]): boolean {
  const taken = new Set<number>();
  return one.every((word, place) => {
    const found = other.findIndex(
      (candidate, at) => !taken.has(at) && isEqual(word, candidate) && isParticle(one, place) === isParticle(other, at),
    );
    taken.add(found);
    return found >= 0;
  });
}
