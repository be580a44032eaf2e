import Type from 'typebox';

/** Control characters, line breaks, controls of direction, and other characters that nobody sees: as a class of a regular expression that every reader takes. */
const unseen =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb';
/** The same above U+FFFF, which not every reader of patterns can write. */
const unseenAbove = '\\u{13430}-\\u{1343f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';
/** Joiners and marks of direction. Names in Arabic, Persian and Hebrew letters are written with them; numbers are not. */
const joiners = '\\u200c-\\u200f';

const lineOf = (refused: string) => ({
  refused: new RegExp(`[${refused}${unseenAbove}]`, 'u'),
  /** As a pattern of a document, as far as that goes. */
  pattern: `^[^${refused}]*[^\\s${unseen}${joiners}][^${refused}]*$`,
});

/** One line as people read it. */
export const visibleLine = lineOf(unseen);
/** The same without joiners and marks of direction. */
export const visibleNumber = lineOf(unseen + joiners);

/** A text that customers are shown: one line of 1 to `maxLength` characters. */
export const VisibleLine = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S', format: 'line' });

const shown = new RegExp(`[^\\s${joiners}]`, 'u');

/** What is wrong with such a text, as a sentence; undefined: nothing. */
export function lineFault(text: string, { refused }: typeof visibleLine): string | undefined {
  const [found] = refused.exec(text) ?? [];
  if (found === undefined) return shown.test(text) ? undefined : 'Must not be blank.';
  const code = found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `Must be one line of visible characters, without U+${code}.`;
}
