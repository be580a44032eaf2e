import { checkPage, html, localeOf, notice, type Frame, type Html } from '@open-banking/pages';

const address = ({ language }: Frame): string => `/customer?lang=${language}`;

/** At the foot of the list of access: to opt out altogether, or to take it back. */
export function optOutSection(frame: Frame, csrf: string, optedOut: boolean): Html {
  const { optOut } = localeOf(frame.language).customer;
  return html`<h2>${optOut.title}</h2>
<form method="post" action="${address(frame)}"><input type="hidden" name="csrf" value="${csrf}">
${
  optedOut
    ? html`${notice('note', optOut.isSo)}<p class="soft">${optOut.isBack}</p><div class="row"><button class="second" name="step" value="take-back">${optOut.back}</button></div>`
    : html`<p class="soft">${optOut.says}</p><div class="row"><button class="danger" name="step" value="opt-out">${optOut.button}</button></div>`
}</form>`;
}

/** The confirmation before it. */
export function optOutCheckPage(frame: Frame, csrf: string): string {
  const { optOut } = localeOf(frame.language).customer;
  return checkPage(frame, {
    title: optOut.check,
    facts: html`<p class="lead">${optOut.says}</p>`,
    says: optOut.effect,
    action: address(frame),
    csrf,
    step: 'opt-out',
    submit: optOut.button,
    keepAt: address(frame),
  });
}
