import { html, type Html } from '@open-banking/pages';

/** Shorter names stand in one line at any width. */
const unbrokenCharacters = 24;

/**
 * A name in code. A long one may be broken behind `/`, `.`, `_`, `,`, `=`, `&` and `?`, never within a word: browsers find no place of
 * their own to break a path.
 */
export function codeName(name: string): Html {
  if (name.length <= unbrokenCharacters) return html`<code>${name}</code>`;
  return html`<code>${name.split(/(?<=[/._,=&?])(?=[^/._,=&?])/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}</code>`;
}

/** A text of the documents: what stands in backquotes is code. */
export const withCodes = (text: string): readonly (Html | string)[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? codeName(part) : part));
