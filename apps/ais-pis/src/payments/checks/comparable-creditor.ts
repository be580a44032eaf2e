/** A name as names are compared: capital letters and digits of any script without accents, words separated by one space. `*` stays where a pattern is written. */
function plain(text: string, kept: RegExp): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().replace(kept, ' ').replace(/ +/g, ' ').trim();
}

export const comparableName = (name: string): string => plain(name, /[^\p{L}\p{N}]+/gu);

/** The pattern of a name: compared like one, with `*` for any letters, none included. */
export const comparablePattern = (pattern: string): string => plain(pattern, /[^\p{L}\p{N}*]+/gu).replace(/\*+/g, '*');

export const isPattern = (pattern: string): boolean => pattern.includes('*');

/** An account's number as numbers are compared: letters and digits, in capitals. */
export const comparableAccount = (account: string): string =>
  account
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
