import { bbanIn, formats, ibansOf } from '@open-banking/messages';
import { normalForm } from '../party-names/normal-form.js';
import { comparableAccount } from '../payee/creditor.js';

/** What the release that stored the first patterns took away between letters. */
const removedFromPatterns = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The pattern of a name as the column `name_pattern` has it and the previous release compares it: capital letters and digits without accents,
 * words separated by one space, `*` for any letters.
 */
export const comparablePattern = (pattern: string): string =>
  pattern
    .normalize('NFKD')
    .replace(removedFromPatterns, '')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}*]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .replace(/\*+/g, '*');

export const isPattern = (pattern: string): boolean => pattern.includes('*');

/** The letters and digits of a name in their normal form, without vowel signs, as blocked names are found: what the SQL function `name_letters` makes of a pattern. */
export const lettersOf = (name: string): string => normalForm(name).replace(/[^\p{L}\p{N}]/gu, '');

/** A name in its normal form: between letters a space where there is white space, and a hyphen where there is punctuation alone. */
const spaced = (name: string, other: RegExp): string =>
  normalForm(name)
    .replace(other, (between) => (between.includes(' ') ? ' ' : '-'))
    .replace(/^[ -]+|[ -]+$/g, '');

/** Letters with what may stand between them: punctuation nowhere or in place of a space; a space only where there is one, or punctuation. */
const piece = (text: string): string =>
  text
    .replace(/(?<=[\p{L}\p{M}\p{N}])(?=[\p{L}\p{N}])/gu, '-?')
    .replace(/ /g, '[ -]')
    .replace(/-(?![?\]])/g, '[ -]?');

/**
 * Whether a blocked name, as it was given (`*` stands for any letters), is a name of a payment. Case, accents, punctuation and characters that
 * nobody sees make no difference. The time is that of one search for each piece between asterisks.
 */
export function isBlockedBy(blocked: string, name: string): boolean {
  const [first = '', ...rest] = spaced(blocked, /[^\p{L}\p{M}\p{N}*]+/gu).split(/\*+/);
  const searched = spaced(name, /[^\p{L}\p{M}\p{N}]+/gu);
  const last = rest.pop();
  if (last === undefined) return new RegExp(`^${piece(first)}$`, 'u').test(searched);
  const start = new RegExp(`^${piece(first)}`, 'u').exec(searched);
  if (!start) return false;
  let at = start[0].length;
  for (const text of rest) {
    const found = new RegExp(piece(text), 'u').exec(searched.slice(at));
    if (!found) return false;
    at += found.index + found[0].length;
  }
  return new RegExp(`${piece(last)}$`, 'u').test(searched.slice(at));
}

/** All numbers under which an account may have been blocked: an IBAN and the BBAN within it are one account. */
export function accountNumbers(account: string): string[] {
  const number = comparableAccount(account);
  return formats.iban.is(number) ? [number, bbanIn(number)] : [number, ...ibansOf(number)];
}
