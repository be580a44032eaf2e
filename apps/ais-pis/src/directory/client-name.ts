import { resembles } from './confusable-letters.js';

/** The alphabets a name may be written in: closed sets, so that what looks alike among them is known (confusable-letters.ts). */
const alphabets = {
  Latin: /^[A-Za-zÀ-ÖØ-öø-ſƠơƯưȘ-țẀ-ẅẞẠ-ỹ]$/u,
  Greek: /^[Ά-ΊΌΎ-ώ]$/u,
  Cyrillic: /^[Ѐ-џҐґ]$/u,
  Hebrew: /^[א-ת\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]$/u,
  Arabic: /^[\u0620-\u065f\u066e-\u06d3]$/u,
} as const;
const names = Object.keys(alphabets).join(', ');

const punctuation = /^[ -~–—‘’“”„«»·׳״־€£₪]$/u;
const isLetter = (character: string): boolean => /\p{L}|\p{M}/u.test(character);

/**
 * Why customers cannot be shown this name of a client; undefined where they can. They read it beside the bank's own on the page
 * where they approve: it must be visible as it is stored, in its order, and not be taken for the bank's. After UTS #39: one
 * alphabet a word (§5.1), no invisible characters or compatibility forms (§3.1), no name with the bank's skeleton in it (§4).
 */
export function nameFault(name: string, bankName: string): string | undefined {
  if (!/\p{L}/u.test(name)) return 'must have at least one letter: customers read it on the page where they approve';
  if (name !== name.trim() || name.includes('  ')) return 'must not begin or end with a space, or have two in a row';
  const other = [...name].find((character) => !isShown(character));
  if (other !== undefined)
    return `has ${codePoint(other)}: names have letters (${names}), digits, spaces and the usual punctuation, and nothing invisible`;
  if (name.normalize('NFKC') !== name.normalize('NFC'))
    return 'has compatibility forms of characters (such as ligatures): write the plain ones';
  if (/\p{M}{3}/u.test(name.normalize('NFC'))) return 'has more than two marks on one letter';
  const mixed = name.split(/[^\p{L}\p{M}]+/u).find((word) => !isOfOneAlphabet(word));
  if (mixed !== undefined) return `has letters of different alphabets in one word (${codePoints(mixed)})`;
  return resembles(name, bankName) ? 'contains the name of this bank, or what may be taken for it' : undefined;
}

const isShown = (character: string): boolean =>
  isLetter(character) ? alphabetOf(character) !== undefined || isComposable(character) : punctuation.test(character);

/** A mark that has become part of its letter (NFC): the letter is looked at instead. */
const isComposable = (character: string): boolean => /^[\u0300-\u0304\u0306-\u030c\u0323-\u0328]$/u.test(character);

const alphabetOf = (character: string): string | undefined => Object.entries(alphabets).find(([, letters]) => letters.test(character))?.[0];

function isOfOneAlphabet(word: string): boolean {
  const composed = [...word.normalize('NFC')];
  return new Set(composed.map(alphabetOf)).size <= 1 && composed.every((character) => alphabetOf(character) !== undefined);
}

const codePoint = (character: string): string => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
const codePoints = (word: string): string => [...word].slice(0, 12).map(codePoint).join(' ');
