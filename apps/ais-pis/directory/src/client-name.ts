import { resembles } from './confusable-letters.js';

/** The alphabets allowed in names: closed sets, so that all look-alikes among them are known (confusable-letters.ts). */
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
 * Why a client's name cannot be shown to customers; undefined if it can. The approval page shows it next to the bank's name, so
 * it must display exactly as stored and must not be mistaken for the bank's. Follows UTS #39: one alphabet per word (§5.1), no
 * invisible characters or compatibility forms (§3.1), and no name that contains the bank's skeleton (§4).
 */
export function nameFault(name: string, bankName: string): string | undefined {
  if (!/\p{L}/u.test(name)) return 'must have at least one letter: the approval page shows it to customers';
  if (name !== name.trim() || name.includes('  ')) return 'must not begin or end with a space, or contain two spaces in a row';
  const other = [...name].find((character) => !isShown(character));
  if (other !== undefined)
    return `contains ${codePoint(other)}: only letters (${names}), digits, spaces and common punctuation are allowed`;
  if (name.normalize('NFKC') !== name.normalize('NFC'))
    return 'contains compatibility forms of characters (such as ligatures): use the plain characters';
  if (/\p{M}{3}/u.test(name.normalize('NFC'))) return 'has more than two marks on one letter';
  const mixed = name.split(/[^\p{L}\p{M}]+/u).find((word) => !isOfOneAlphabet(word));
  if (mixed !== undefined) return `mixes letters of different alphabets in one word (${codePoints(mixed)})`;
  return resembles(name, bankName) ? 'contains the name of this bank, or something that looks like it' : undefined;
}

const isShown = (character: string): boolean =>
  isLetter(character) ? alphabetOf(character) !== undefined || isComposable(character) : punctuation.test(character);

/** A combining mark that NFC merges into its letter; the letter is checked instead. */
const isComposable = (character: string): boolean => /^[\u0300-\u0304\u0306-\u030c\u0323-\u0328]$/u.test(character);

const alphabetOf = (character: string): string | undefined => Object.entries(alphabets).find(([, letters]) => letters.test(character))?.[0];

function isOfOneAlphabet(word: string): boolean {
  const composed = [...word.normalize('NFC')];
  return new Set(composed.map(alphabetOf)).size <= 1 && composed.every((character) => alphabetOf(character) !== undefined);
}

const codePoint = (character: string): string => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
const codePoints = (word: string): string => [...word].slice(0, 12).map(codePoint).join(' ');
