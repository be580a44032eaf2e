import { bbanIn, formats, ibansOf } from '@open-banking/messages';
import { comparableAccount } from '../creditor.js';

/** What stands between letters without being seen. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A name as names are compared: capital letters and digits of any script without accents, words separated by one space. `*` stays where a pattern is written. */
function plain(text: string, kept: RegExp): string {
  return text.normalize('NFKD').replace(invisible, '').replace(/\p{M}/gu, '').toUpperCase().replace(kept, ' ').replace(/ +/g, ' ').trim();
}

export const comparableName = (name: string): string => plain(name, /[^\p{L}\p{N}]+/gu);

/** The pattern of a name: compared like one, with `*` for any letters, none included. */
export const comparablePattern = (pattern: string): string => plain(pattern, /[^\p{L}\p{N}*]+/gu).replace(/\*+/g, '*');

export const isPattern = (pattern: string): boolean => pattern.includes('*');

/** All numbers under which an account may have been blocked: an IBAN and the BBAN within it are one account. */
export function numbersOf(account: string): string[] {
  const number = comparableAccount(account);
  return formats.iban.is(number) ? [number, bbanIn(number)] : [number, ...ibansOf(number)];
}
