import { scriptsOf } from './scripts.js';

/** Whether two different words are one edit apart: a letter more, a letter less, another letter, or two neighbours exchanged. */
export function isOneEdit(a: string, b: string): boolean {
  const start = equalAtStart(a, b);
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)];
  const end = equalAtStart(reversed(restOfA), reversed(restOfB));
  const [middleOfA, middleOfB] = [restOfA.slice(0, restOfA.length - end), restOfB.slice(0, restOfB.length - end)];
  if (middleOfA.length <= 1 && middleOfB.length <= 1) return middleOfA !== middleOfB;
  return middleOfA.length === 2 && middleOfB === reversed(middleOfA);
}

function equalAtStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

const reversed = (text: string): string => [...text].reverse().join('');

/** The shortest words in which one edit counts as a typing error; see docs/decisions/0089. */
const shortestTyped = 5;
/** The shortest name of one word in which it does. */
const shortestAlone = 8;

/**
 * Whether one of the spellings of a word is another word's with a typing error: one edit, with the first and the last letter as they are,
 * in a word of five letters or more; of a Hebrew word the shorter may have four if vav or yod, which may be left out, is the difference.
 * Not in words with digits or letters of two scripts. `names`: how many other words of the two names are equal.
 */
export const isTypingError = (one: readonly string[], other: readonly string[], names: number): boolean =>
  one.some((a) => other.some((b) => isTypable(a, b) && isOneEdit(a, b) && isLongEnough(a, b, names)));

const isLongEnough = (a: string, b: string, names: number): boolean =>
  Math.min(a.length, b.length) >= (names > 0 ? shortestTyped : shortestAlone) || (names > 0 && isFullSpelling(a, b));

const isTypable = (a: string, b: string): boolean =>
  a[0] === b[0] && a.at(-1) === b.at(-1) && !/\p{N}/u.test(a + b) && scriptsOf(a + b).length === 1;

/** Whether one Hebrew word is the other written with a vav or yod more. */
function isFullSpelling(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length !== short.length + 1 || short.length < shortestTyped - 1) return false;
  const at = [...short].findIndex((letter, place) => letter !== long[place]);
  return at > 0 && 'וי'.includes(long[at]!);
}
