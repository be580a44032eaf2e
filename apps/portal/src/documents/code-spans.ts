import { html, type Html } from '@open-banking/pages';

/** Shorter names stand in one line at any width. */
const unbrokenCharacters = 24;
/** A word of more characters may be broken before a capital letter. */
const unbrokenWord = 32;

/** Places where a long name may be broken: behind a separator. */
const behindSeparator = /(?<=[/._,:;=&?(])(?=[^/._,:;=&?(])/;
const beforeCapital = /(?<=[a-z])(?=[A-Z])/;

/**
 * A name in code. A long one may be broken behind a separator, never within a word: browsers find no place of their own to break a path.
 * A word that is wider than a phone is broken before its capital letters.
 */
export function codeName(name: string): Html {
  if (name.length <= unbrokenCharacters) return html`<code>${name}</code>`;
  const parts = name.split(behindSeparator).flatMap((part) => (part.length > unbrokenWord ? part.split(beforeCapital) : [part]));
  return html`<code>${parts.map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}</code>`;
}

/** A text of the documents: what stands in backquotes is code. */
export const withCodes = (text: string): readonly (Html | string)[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? codeName(part) : part));
