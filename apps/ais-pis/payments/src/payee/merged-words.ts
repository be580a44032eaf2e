import { isEqual, isInitial, isOfSyllables, isParticle } from './name-alignment.js';
import { plain, type Word } from './name-words.js';
import { beginnings, endings } from './person-titles.js';

/** The words of a name, joined as another name has them. */
export interface Merged {
  readonly words: readonly Word[];
  /** Whether single letters were joined. */
  readonly isJoined: boolean;
  /** Whether words were joined that may be others than the joined one: Al Ice and Alice. */
  readonly isAnother: boolean;
}

/** Joins neighbours that the other name writes as one word: Bar-Lev and Barlev, A.B.G. and ABG. */
export function withMerged(words: readonly Word[], others: readonly Word[]): Merged {
  const merged: Word[] = [];
  let [isJoined, isAnother] = [false, false];
  for (let at = 0; at < words.length;) {
    const length = lengthWritten(words, at, others);
    isJoined ||= length > 1 && isInitial(words[at]!);
    isAnother ||= length > 1 && !isInitial(words[at]!) && !belongTogether(words, at);
    merged.push(length === 1 ? words[at]! : joined(words.slice(at, at + length)));
    at += length;
  }
  return { words: merged, isJoined, isAnother };
}

/** The shortest second part that is known for one behind a hyphen or a particle: Bar-Lev is Barlev, Bar-On is not Baron. */
const shortestPart = 3;

/** Whether a word and the next one are written as one by those who bear them: with a hyphen, a particle, or in signs of syllables. */
function belongTogether(words: readonly Word[], at: number): boolean {
  const [first, second] = [words[at]!, words[at + 1]!];
  if (isOfSyllables(first) || endings.has(plain(second))) return true;
  const isBeginning = isParticle(words, at) || (at > 0 && beginnings.has(plain(first)));
  return (second.isHyphened || isBeginning) && plain(second).length >= shortestPart;
}

/** The most single letters that are joined to a word. */
const longestAcronym = 5;

/** How many words from a place on the other name writes as one: two names, or single letters. */
function lengthWritten(words: readonly Word[], at: number, others: readonly Word[]): number {
  const isWritten = (length: number): boolean => {
    const word = joined(words.slice(at, at + length));
    return others.some((other) => isEqual(other, word));
  };
  let length = isInitial(words[at]!) ? initialsFrom(words, at) : areTwoNames(words, at) ? 2 : 1;
  while (length > 1 && !isWritten(length)) length--;
  return length;
}

function areTwoNames(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return next !== undefined && !next.isAdded && !isInitial(next) && !(/\p{N}/u.test(plain(words[at]!)) && /\p{N}/u.test(plain(next)));
}

function initialsFrom(words: readonly Word[], at: number): number {
  const run = words.slice(at, at + longestAcronym);
  const end = run.findIndex((word, place) => !isInitial(word) || (place > 0 && word.isAdded));
  return end < 0 ? run.length : end;
}

const joined = (words: readonly Word[]): Word => ({
  spellings: words.map(({ spellings }) => spellings).reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end))),
  isAdded: words[0]!.isAdded,
  isHyphened: words[0]!.isHyphened,
  isAfterComma: words[0]!.isAfterComma,
});
