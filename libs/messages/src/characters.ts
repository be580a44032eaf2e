// Made at the first use: it loads the rules of all scripts.
let segmenter: Intl.Segmenter | undefined;

const codePoints = (text: string): number => [...text].length;

/**
 * The characters of a text as people see them (grapheme clusters, UAX #29): a letter with its marks, an emoji with its modifiers, a flag.
 * One of more than `longest` code points comes in pieces.
 */
function* charactersOf(text: string, longest: number): Generator<string> {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) {
    const points = [...segment];
    for (let at = 0; at < points.length; at += longest) yield points.slice(at, at + longest).join('');
  }
}

function* partsOf(text: string, longest: number): Generator<string> {
  let [part, room] = ['', longest];
  for (const character of charactersOf(text, longest)) {
    const size = codePoints(character);
    if (size > room) {
      yield part;
      [part, room] = ['', longest];
    }
    part += character;
    room -= size;
  }
  if (part !== '') yield part;
}

/** The beginning of a text, of at most `longest` code points (XML Schema maxLength), which ends between two characters. */
export const cutText = (text: string, longest: number): string =>
  text.length <= longest ? text : (partsOf(text, longest).next().value as string);

/** A text in parts of at most `longest` code points, each of which ends between two characters. Put together they are the text. */
export const textParts = (text: string, longest: number): string[] =>
  text.length <= longest ? (text === '' ? [] : [text]) : [...partsOf(text, longest)];

/**
 * A text from its parts. A part is full where the first character of the next one has no room in it: then the text goes on in the next
 * part. Other parts are lines or words of their own, with a space between them. Blank parts are left out.
 */
export function joinedParts(parts: readonly string[], longest: number): string {
  const isFull = (part: string, next: string): boolean => {
    const { value = '' } = charactersOf(next, longest).next() as { value?: string };
    return codePoints(part) + codePoints(value) > longest;
  };
  let text = '';
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1];
    if (before !== undefined && isFull(before, part)) text += part;
    else text = text.trim() === '' || part.trim() === '' ? `${text}${part.trimStart()}` : `${text.trimEnd()} ${part.trimStart()}`;
  }
  return text.trim();
}
