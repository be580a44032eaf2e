import { html } from './html.js';
import { notice, page, type Frame } from './layout.js';
import { wordsOf } from './words.js';

/** A page that only says something: an end without a way back, or an error. `detail` is for whoever has to find out why. */
export function messagePage(frame: Frame, title: string, says: string, detail?: string): string {
  const words = wordsOf(frame.language);
  return page(frame, title, html`
<div class="card narrow">
<h1>${title}</h1>
${notice('alert', says)}
${detail !== undefined && html`<p class="soft">${words.errors.details}: <code>${detail}</code></p>`}
</div>`);
}
