import { html, type Html } from '@open-banking/pages';

// Texts of messages with their parts as spans, which the style sheet colours. The text of the page is the text of the message.

type Kind = 'name' | 'text' | 'number' | 'word' | 'mark';

const span = (kind: Kind, text: string): Html => html`<span class="c-${kind}">${text}</span>`;

/** The text in pieces: what a pattern finds, by its named group, and what lies between. */
function coloured(text: string, pattern: RegExp): (Html | string)[] {
  const pieces: (Html | string)[] = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    const [kind] = Object.entries(found.groups!).find(([, part]) => part !== undefined) as [Kind, string];
    pieces.push(text.slice(end, found.index), span(kind, found[0]));
    end = found.index + found[0].length;
  }
  return [...pieces, text.slice(end)];
}

const json =
  /(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\\n]|\\.)*")|(?<number>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)|(?<word>\b(?:true|false|null)\b)/g;
const xml = /(?<mark><[?!][^>]*>)|(?<name><\/?[\w:.-]+|\/?>)|(?<word>[\w:.-]+(?==))|(?<text>"[^"<]*")/g;
/** The first line has the names of the columns; of the others, each cell that is a number. */
const csv = /(?<name>^[^\n]*(?=\n))|(?<number>(?<=,|\n)-?\d+(?:\.\d+)?(?=,|\n|$))/g;
/** `name: value`, one a line. */
const headers = /(?<name>^[\w-]+(?=:))/gm;

/** A body by its media type. What is neither JSON, XML nor CSV is shown as it is. */
export function colouredBody(text: string, mediaType: string): readonly (Html | string)[] {
  if (/\bjson\b/.test(mediaType)) return coloured(text, json);
  if (/\bxml\b/.test(mediaType)) return coloured(text, xml);
  return mediaType.startsWith('text/csv') ? coloured(text, csv) : [text];
}

export const colouredHeaders = (text: string): readonly (Html | string)[] => coloured(text, headers);

/** XML with an element a line, indented. Text stays beside its tags: a blank there would be another text. */
function indentedXml(text: string): string {
  let depth = 0;
  const lines = text
    .replaceAll(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth -= 1;
      const indented = '  '.repeat(Math.max(depth, 0)) + line;
      if (/^<[^?!/]/.test(line) && !line.endsWith('/>') && !/<\//.test(line)) depth += 1;
      return indented;
    });
  return lines.join('\n');
}

/** A body as people read it: JSON and XML with a member or element a line. */
export function readableBody(text: string, mediaType: string): string {
  if (/\bxml\b/.test(mediaType)) return indentedXml(text);
  if (!/\bjson\b/.test(mediaType)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
