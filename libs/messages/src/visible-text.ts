import Type from 'typebox';

/** The most marks (accents, vowel points) that may follow one letter: a pointed Hebrew letter with its cantillation has five. */
export const maxMarks = 8;

const stacked = new RegExp(`\\p{M}{${maxMarks + 1}}`, 'u');
/** A character that has a shape of its own: no space, mark, control or format character, none that Unicode has not assigned, and no blank or replacement character. */
const seen = /[^\s\p{M}\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufffc\ufffd\u{13441}\u{13442}\u{1d159}]/u;

/** What is wrong with a text that cannot be read, as the end of a sentence after "must"; undefined: nothing. A blank text is another matter. */
export const unreadable = (text: string): string | undefined => {
  if (stacked.test(text)) return `have at most ${maxMarks} marks on one letter`;
  return text.trim() === '' || seen.test(text) ? undefined : 'have a character that is visible';
};

/** Whether a text is blank or has a visible character, and no more marks on one letter than people write. */
export const isReadable = (text: string): boolean => unreadable(text) === undefined;

/** Control characters, line breaks, controls of direction, and other characters that nobody sees: as a class of a regular expression that every reader takes. */
const unseen =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb';
/** The same above U+FFFF, which not every reader of patterns can write. */
const unseenAbove = '\\u{13430}-\\u{1343f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';
/** Joiners and marks of direction. Names in Arabic, Persian and Hebrew letters are written with them; numbers are not. */
const joiners = '\\u200c-\\u200f';

const lineFormat = (refused: string) => ({
  refused: new RegExp(`[${refused}${unseenAbove}]`, 'u'),
  /** As a pattern of a document, as far as that goes. */
  pattern: `^[^${refused}]*[^\\s${unseen}${joiners}][^${refused}]*$`,
});

/** One line as people read it. */
export const visibleLine = lineFormat(unseen);
/** The same without joiners and marks of direction. */
export const visibleNumber = lineFormat(unseen + joiners);

/** A text that customers are shown: one line of 1 to `maxLength` characters. */
export const VisibleLine = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S', format: 'line' });

const shown = new RegExp(`[^\\s${joiners}]`, 'u');

/** What is wrong with such a text, as a sentence; undefined: nothing. */
export function lineFault(text: string, { refused }: typeof visibleLine): string | undefined {
  const [found] = refused.exec(text) ?? [];
  if (found !== undefined) {
    const code = found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `Must be one line of visible characters, without U+${code}.`;
  }
  if (!shown.test(text)) return 'Must not be blank.';
  const fault = unreadable(text);
  return fault && `Must ${fault}.`;
}
