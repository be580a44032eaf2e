import { companyWords } from './company-forms.js';
import { isTypingError } from './typing-error.js';
import { generations, particles } from './person-titles.js';
import { plain, type Word } from './name-words.js';

/** What a close match may differ in: one of these and no second. */
export type Difference = 'initials' | 'missing words' | 'one edit' | 'form of company' | 'order';
/** Undefined: none. */
export type WordsDifference = Difference | 'different' | undefined;

export const isEqual = (one: Word, other: Word): boolean => one.spellings.some((spelling) => other.spellings.includes(spelling));

/** Scripts whose single characters are whole words or syllables. */
const syllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Whether a word is one letter of an alphabet. */
export const isInitial = (word: Word): boolean => /^\p{L}$/u.test(plain(word)) && !syllables.test(plain(word));

/** Whether the word belongs to the surname that follows it: a particle between a given name and a further word. */
const isParticle = (words: readonly Word[], at: number): boolean => at > 0 && at < words.length - 1 && particles.has(plain(words[at]!));

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
 * may stand at its end; a company's may not.
 */
export function differenceOfWords(one: readonly Word[], other: readonly Word[], isCompany: boolean): WordsDifference {
  if (one.length > other.length) return differenceOfWords(other, one, isCompany);
  const starts = isCompany ? [0] : one.map((_, at) => at);
  if (one.length < other.length)
    return starts.some((start) => isMissingLittle(one, other, start, isCompany)) ? 'missing words' : 'different';
  let best: WordsDifference = 'different';
  for (const start of starts) {
    const pairs = other.map((_, at) => pairOf(one, other, [(at + start) % one.length, at]));
    const found = differenceOfPairs(pairs, isCompany);
    if (found === undefined) return undefined;
    if (best === 'different') best = found;
  }
  return best === 'different' && areReordered(one, other) ? 'order' : best;
}

function differenceOfPairs(pairs: readonly Pair[], isCompany: boolean): WordsDifference {
  const unequal = pairs.filter((pair) => !arePairEqual(pair));
  if (unequal.length === 0) return undefined;
  const names = namesIn(pairs.filter(arePairEqual));
  if (!isCompany && names > 0 && areInitials(unequal, pairs.length)) return 'initials';
  return unequal.length === 1 && isTypingError(...spellingsOf(unequal[0]!), names) ? 'one edit' : 'different';
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
    if (pairs.length < few.length && isEqual(few[place]!, word)) pairs.push(pairOf(few, many, [place, at]));
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
