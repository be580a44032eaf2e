import { html, type Html } from './html.js';
import { notice, page, type Frame, type NoticeKind } from './layout.js';
import { localeOf } from './locale.js';

/**
 * `detail` helps to find the cause, and is folded away; `points` are a list of further messages; `back` is a link to continue with;
 * `contact` links to the bank's help.
 */
export interface MessagePageOptions {
  readonly detail?: string;
  /** `detail` is for the service that sent the customer here, and not for the bank. */
  readonly isForService?: boolean;
  readonly contact?: Html | false;
  readonly points?: readonly string[];
  readonly back?: { readonly address: string; readonly says: string };
  readonly kind?: NoticeKind;
}

/** A page that only says something: an end without an answer, or an error. */
export function messagePage(
  frame: Frame,
  title: string,
  says: string,
  { detail, isForService = false, points = [], back, contact = false, kind = 'alert' }: MessagePageOptions = {},
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
${contact}
${detail !== undefined && html`<details class="more"><summary>${isForService ? words.errors.forService : words.errors.details}</summary><p><code>${detail}</code></p></details>`}
${back && html`<p class="leave"><a href="${back.address}">${back.says}</a></p>`}
</div>`,
  );
}
