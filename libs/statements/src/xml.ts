import { cutText } from '@open-banking/messages';

declare const written: unique symbol;
/** XML that is written already: its texts are escaped. */
export type Xml = string & { readonly [written]: true };

// XML 1.0 §2.2: what is no Char cannot stand in a document, not even as a reference. A half of a surrogate pair is none either.
const noChar = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** A text as it stands in content and in attributes. Characters that XML 1.0 does not have are left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(noChar, '')
    .replace(/[&<>"\r]/g, (character) => references[character]!);

/** An element with a text of at most `longest` code points, cut between two characters; none where there is no text. */
export function textElement(name: string, text: string | null | undefined, longest?: number, attributes = ''): Xml | undefined {
  if (text === undefined || text === null) return undefined;
  const shown = xmlText(longest === undefined ? text : cutText(text, longest));
  return shown.trim() === '' ? undefined : (`<${name}${attributes}>${shown}</${name}>` as Xml);
}

/** An element with others in it; none where all of them are missing. */
export function element(name: string, content: readonly (Xml | undefined)[]): Xml | undefined {
  const inner = content.filter((one) => one !== undefined).join('');
  return inner === '' ? undefined : (`<${name}>${inner}</${name}>` as Xml);
}

/** A document up to the content of its root. */
export const xmlStart = (root: string, namespace: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">`;

/** The end of its root, and of the document. */
export const xmlEnd = (root: string): string => `</${root}>\n`;
