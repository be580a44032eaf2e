import { html, type Html } from '@open-banking/pages';

/** A text of the documents: what stands in backquotes is code. */
export const withCodes = (text: string): readonly (Html | string)[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
