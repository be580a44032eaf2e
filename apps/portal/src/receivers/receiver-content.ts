import { html, utcTime, type Html } from '@open-banking/pages';
import { receiverPages } from '@open-banking/spec';
import type { DeveloperClient } from '../developer-clients/developer-clients.service.js';
import { headerOfJws, notificationsPath } from '../notifications/notification-content.js';
import { portalNotice } from '../visit/portal-page.js';
import type { StoredReceiver } from './receiver.entity.js';
import type { ReceivedRow } from './receivers.statements.js';

export const receiversPath = receiverPages.showReceivers.path;
export const pathOfReceiver = (clientId: string): string =>
  receiverPages.showReceiver.path.replace('{clientId}', encodeURIComponent(clientId));

/** The clients with their receivers. */
export function receiverList(clients: readonly DeveloperClient[], receivers: readonly StoredReceiver[]): Html {
  const has = new Set(receivers.map(({ clientId }) => clientId));
  const row = ({ clientId, name }: DeveloperClient) =>
    html`<tr><td><a href="${pathOfReceiver(clientId)}">${name}</a></td><td><code>${clientId}</code></td><td>${has.has(clientId) ? html`<span class="badge ok">has an address</span>` : html`<span class="badge">none yet</span>`}</td></tr>`;
  return html`<p><a href="${notificationsPath}">Notifications</a></p>
<h1>Receivers for trying out</h1>
<p>Each of your clients can have an address of this portal that takes <a href="${notificationsPath}">notifications</a>, verifies them as your server should, and shows them. It can fail or be slow on demand, so that you see the bank try again.</p>
${clients.length === 0 ? portalNotice('note', 'You have no clients yet.') : html`<div class="scroll"><table><thead><tr><th scope="col">Client</th><th scope="col">client_id</th><th scope="col">Receiver</th></tr></thead><tbody>${clients.map(row)}</tbody></table></div>`}`;
}

const start = (clientId: string, csrf: string): Html =>
  html`<form method="post" action="${pathOfReceiver(clientId)}" class="stack"><input type="hidden" name="csrf" value="${csrf}">`;

export interface ReceiverView {
  readonly client: DeveloperClient;
  readonly receiver: StoredReceiver | undefined;
  readonly address: string;
  readonly origin: string;
  readonly received: readonly ReceivedRow[];
  readonly csrf: string;
}

/** True if the bank sends this client's notifications to addresses of this origin. */
export const isUnderOrigin = (origin: string, { redirectUris }: DeveloperClient): boolean =>
  redirectUris.some((uri) => URL.canParse(uri) && new URL(uri).origin === origin);

const originNotice = ({ client, origin }: ReceiverView): Html | false =>
  !isUnderOrigin(origin, client) &&
  portalNotice(
    'alert',
    html`The bank sends nothing here yet: none of this client's redirect URIs is at <code>${origin}</code>. Register a client that has <code>${origin}/receiver</code> among its redirect URIs.`,
  );

/** The receiver of one client, with what has arrived. */
export function receiverContent(view: ReceiverView): Html {
  const { client, receiver, address, received, csrf } = view;
  const top = html`<p><a href="${receiversPath}">Receivers</a></p><h1>Receiver of ${client.name}</h1>`;
  if (!receiver)
    return html`${top}<p>It has no address yet. The address cannot be guessed, and takes what is sent to it until the client is removed.</p>
${start(client.clientId, csrf)}<p><button name="step" value="make">Make an address</button></p></form>`;
  return html`${top}
${originNotice(view)}
<p>Send this header with the request that creates a consent, payment or mandate:</p>
<pre tabindex="0" aria-label="The header"><code>TPP-Notification-URI: ${address}</code></pre>
<h2>How it answers</h2>${answersForm(client.clientId, receiver, csrf)}
<h2>What has arrived</h2>
<p>The last 50 of seven days, newest first. Times are UTC.</p>
${received.length === 0 ? portalNotice('note', 'Nothing yet.') : received.map(receivedCard)}`;
}

const counts = ['1', '2', '3', '5', '10'];

function answersForm(clientId: string, { misbehaviour, misbehavesLeft }: StoredReceiver, csrf: string): Html {
  const now =
    misbehavesLeft === 0
      ? html`It answers <code>204</code>.`
      : html`It ${misbehaviour === 'fails' ? html`answers the next ${misbehavesLeft} with <code>500</code>` : html`takes four seconds for each of the next ${misbehavesLeft}, and the bank waits three`}; then <code>204</code> again.`;
  return html`<p>${now}</p>
${start(clientId, csrf)}<label><span>How many of the next notifications</span><select name="count">${counts.map((count) => html`<option>${count}</option>`)}</select></label>
<p><button class="plain" name="step" value="answer-500">Answer them with 500</button> <button class="plain" name="step" value="answer-slowly">Answer them slowly</button> ${misbehavesLeft > 0 && html`<button class="plain" name="step" value="answer-well">Answer well again</button>`}</p></form>`;
}

const answerTexts: Readonly<Record<string, string>> = { slow: 'answered too late' };

function receivedCard({ receivedAt, requestId, digest, signature, body, answer, fault }: ReceivedRow): Html {
  const verdict = fault === null ? html`<span class="badge ok">verified</span>` : html`<span class="badge bad">not verified</span>`;
  return html`<section class="card answer"><h3>${verdict} ${utcTime(receivedAt, 'second')}</h3>
${fault !== null && html`<p>${fault}</p>`}
<dl class="facts"><dt>Body</dt><dd><code>${body.toString()}</code></dd>
<dt>X-Request-ID</dt><dd><code>${requestId ?? 'none'}</code></dd>
<dt>Answer</dt><dd>${answerTexts[answer] ?? html`<code>${answer}</code>`}</dd></dl>
<details><summary>Digest and signature</summary><dl class="facts"><dt>Digest</dt><dd><code>${digest ?? 'none'}</code></dd><dt>x-jws-signature</dt><dd><code>${signature ?? 'none'}</code></dd></dl>
${signature !== null && html`<pre tabindex="0" aria-label="The header of the signature"><code>${headerOfJws(signature)}</code></pre>`}</details></section>`;
}
