import { html } from './html.js';
import { notice, page, type Frame } from './layout.js';
import { localeOf } from './locale.js';

/** `detail` is for the person who has to find the cause; `points` are several things it says; `back` is where to go from here. */
export interface MessagePageOptions {
  readonly detail?: string;
  readonly points?: readonly string[];
  readonly back?: { readonly address: string; readonly says: string };
  readonly kind?: 'alert' | 'note';
}

/** A page that only says something: an end without an answer, or an error. */
export function messagePage(
  frame: Frame,
  title: string,
  says: string,
  { detail, points = [], back, kind = 'alert' }: MessagePageOptions = {},
): string {
  const words = localeOf(frame.language);
  return page(
    frame,
    title,
    html`
<div class="card narrow">
<h1>${title}</h1>
${notice(kind, says)}
${points.length > 0 && html`<ul>${points.map((point) => html`<li>${point}</li>`)}</ul>`}
${detail !== undefined && html`<p class="soft">${words.errors.details}: <code>${detail}</code></p>`}
${back && html`<p class="leave"><a href="${back.address}">${back.says}</a></p>`}
</div>`,
  );
}
