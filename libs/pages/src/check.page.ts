import { confirmationField } from './forms/form-field.decorator.js';
import { html, type Html } from './html.js';
import { notice, page, type Frame } from './layout.js';
import { localeOf } from './locale.js';

export interface CheckPage {
  readonly title: string;
  /** The facts, as the page before showed them. */
  readonly facts: Html;
  /** The consequence. */
  readonly says: string;
  readonly action: string;
  readonly csrf: string;
  /** The button that does it: its value and what it is called. */
  readonly step: string;
  readonly submit: string;
  /** The way back without doing it. */
  readonly keepAt: string;
}

/** Asked before anything that cannot be undone: the facts, what will happen, and a button that looks like no other. */
export function checkPage(frame: Frame, { title, facts, says, action, csrf, step, submit, keepAt }: CheckPage): string {
  return page(
    frame,
    title,
    html`
<div class="card">
<h1>${title}</h1>
${facts}
<form class="check" method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="${confirmationField.name}" value="${confirmationField.value}">
${notice('note', says)}
<div class="row"><button class="final" name="step" value="${step}">${submit}</button><a class="button" href="${keepAt}">${localeOf(frame.language).checks.keep}</a></div></form>
</div>`,
  );
}
