import { html, localeOf, notice, page, pagePolicy, themeOf, type Frame, type Html } from '@open-banking/pages';
import type { AppAlert } from './app-alerts.js';
import type { HeldRequest, RequestState } from './app-requests.js';

const frame: Frame = { language: 'en', theme: themeOf({ bankName: 'Demo Bank app' }), sandbox: true, switchable: false };

/** The rights of the page in a browser: to send its forms back, and nothing else. */
export const appPolicy = pagePolicy(frame);

/** The page of the played app: one request, or all that have arrived. */
export function appPage(requests: readonly HeldRequest[], alerts: readonly AppAlert[], one: boolean): string {
  return page(
    frame,
    'Requests',
    html`<div class="card"><h1>${one ? 'A request for approval' : 'Requests for approval'}</h1>
<p class="who">This page plays the app of the demo bank: it shows what the bank has asked the app, and signs your answers.</p>
${!one && html`<p class="soft"><a href="#alerts">Alerts of the bank</a> are below the requests.</p>`}
${requests.length === 0 && html`<p class="soft">Nothing has arrived yet. Press “Approve in the app” on an approval page.</p>`}
${requests.map(requestHtml)}
${!one && alertsOf(alerts)}
<p class="leave"><a href="/">${one ? 'All requests' : 'Load again'}</a></p></div>`,
  );
}

const alertsOf = (alerts: readonly AppAlert[]): Html =>
  html`<section class="code" aria-labelledby="alerts"><h2 id="alerts">Alerts</h2>
${alerts.length === 0 && html`<p class="soft">Nothing has happened yet.</p>`}
<ul class="accounts">${alerts.map(
    ({ psuId, channel, language, occurredAt, title, text }) =>
      html`<li><div class="account"><span lang="${language}" dir="${localeOf(language).direction}"><b>${title}</b><small>${text}</small>
<small lang="en" dir="ltr">${occurredAt}, ${channel === 'email' ? 'by e-mail' : 'in the app'}, customer ${psuId}</small></span></div></li>`,
  )}</ul></section>`;

function requestHtml({ asked, state }: HeldRequest): Html {
  const { approvalId, bindingMessage, facts, language, psuId, words } = asked;
  return html`<article class="code" aria-labelledby="of-${approvalId}">
<h2 id="of-${approvalId}">Request of <bdi>${facts.client}</bdi></h2>
<p><b class="digits">${bindingMessage}</b></p><p class="soft">Must be the number on the bank’s page. Customer ${psuId}</p>
<dl class="facts" lang="${language}" dir="${localeOf(language).direction}">${words.map(({ what, says }) => html`<div><dt>${what}</dt><dd><bdi>${says}</bdi></dd></div>`)}</dl>
<dl class="facts">${facts.accounts.map(({ name, number }) => html`<div><dt>Account</dt><dd><bdi>${name}</bdi><small><bdi>${number}</bdi></small></dd></div>`)}</dl>
${state === 'waiting' ? buttonsOf(approvalId) : notice(state === 'late' ? 'alert' : 'note', said[state])}
</article>`;
}

const buttonsOf = (approvalId: string): Html =>
  html`<form method="post" action="/answers"><input type="hidden" name="approvalId" value="${approvalId}">
<div class="row"><button class="main" name="step" value="approve">Approve</button>
<button class="second" name="step" value="refuse">Refuse</button></div></form>`;

const said: Readonly<Record<Exclude<RequestState, 'waiting'>, string>> = {
  sending: 'The bank cannot be reached at the moment. Your answer is sent again until it has arrived.',
  approved: 'Approved, and confirmed by the bank. Go back to its page.',
  refused: 'Refused, and confirmed by the bank. Go back to its page.',
  late: 'The bank takes no answer to this any more: its time is over, or it was answered on the page.',
};
