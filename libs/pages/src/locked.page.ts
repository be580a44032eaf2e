import { contactNote } from './contact.js';
import { html } from './html.js';
import { notice, page, type Frame } from './layout.js';
import { localeOf } from './locale.js';

export interface LockedPage {
  readonly action: string;
  readonly csrf: string;
  /** Until when, in words. */
  readonly problem: string;
  /** How the way back to the client is called. */
  readonly leave: string;
  /** The lock ends, or another customer can sign in, while there is time to answer. */
  readonly mayStay: boolean;
}

/** After too many wrong passwords or codes: why, until when, and the way back. */
export function lockedPage(frame: Frame, { action, csrf, problem, leave, mayStay }: LockedPage): string {
  const { locked } = localeOf(frame.language);
  return page(
    frame,
    locked.title,
    html`
<div class="card narrow">
<h1>${locked.title}</h1>
${notice('alert', problem)}
<p>${locked.says}</p>
${contactNote(frame)}
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<div class="row"><button class="main" name="step" value="cancel">${leave}</button></div>
</form>
${mayStay && html`<p class="leave"><a href="${action}">${locked.stay}</a></p>`}
</div>`,
  );
}
