import { html, type Html } from './html.js';
import type { Frame } from './layout.js';
import { localeOf } from './locale.js';

/** A sentence that sends the customer to the bank, with the link of the theme to its help; left out where the theme has none. */
export function contactNote({ language, theme }: Frame, says?: string): Html | false {
  const { contact } = localeOf(language);
  return (
    theme.links.help !== undefined &&
    html`<p class="contact">${says ?? contact.says} <a href="${theme.links.help}" target="_blank" rel="noopener">${contact.link}</a></p>`
  );
}
