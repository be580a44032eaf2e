/** Controls (C0, C1), ends of lines, and what turns the direction of text round: a terminal would act on them. */
const moving = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * One line that is safe to print, whatever the bank or another server has put into it. The characters are escaped as in JSON, so that JSON
 * stays the same value: there they are inside of strings only.
 */
export const printable = (line: string): string =>
  line.replace(moving, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text with one full stop at its end. */
export const sentence = (text: string): string => `${text.replace(/[.\s]+$/, '')}.`;
