import type { DeliveryView } from '@open-banking/contracts';
import { html, utcTime, type Html } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import type { DeveloperClient } from '../developer-clients/developer-clients.service.js';
import { portalNotice } from '../visit/portal-page.js';
import type { NotificationPage } from './notifications.service.js';

export const notificationsPath = developerPages.showNotifications.path;
export const pathOfNotification = (notificationId: string): string => `${notificationsPath}/${notificationId.toLowerCase()}`;

const triesText = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** The state of a notification, as a badge and a sentence. */
export function notificationState({ settledAt, delivered, attempts, nextTryAt, triedAt }: DeliveryView): Html {
  if (delivered)
    return html`<span class="badge ok">delivered</span>${attempts > 0 && html` <span class="soft">after failing ${triesText(attempts)}</span>`}`;
  if (settledAt !== null) return html`<span class="badge bad">given up</span>`;
  const failed = attempts > 0 && html`failed ${triesText(attempts)}`;
  if (nextTryAt !== null) return html`<span class="badge">waiting</span> ${failed}, next try ${utcTime(nextTryAt, 'second')}`;
  return html`<span class="badge">waiting</span> ${triedAt === null && attempts === 0 ? 'not sent yet' : failed}`;
}

/** The result of the last try. */
export const lastAnswer = ({ answer, lastProblem, delivered }: DeliveryView): Html | false => {
  if (answer !== null) return html`<span class="badge ${answer < 300 ? 'ok' : 'bad'}">${answer}</span>`;
  return !delivered && lastProblem !== null && html`${lastProblem}`;
};

/** A client by its name; its id, where two have one name. */
const clientNames = (clients: readonly DeveloperClient[]): ReadonlyMap<string, string> => {
  const times = Map.groupBy(clients, ({ name }) => name);
  return new Map(clients.map(({ clientId, name }) => [clientId, times.get(name)!.length > 1 ? `${name} (${clientId.slice(0, 8)})` : name]));
};

const intro = (
  sandbox: boolean,
): Html => html`<p>What the bank has sent your clients that gave <code>TPP-Notification-URI</code>, or tries to send, in the last eight days. The bank tries for seven days and then gives up. Times are UTC.</p>
${sandbox && html`<p>Have you no server for them yet? <a href="/developer/receivers">A receiver of the portal</a> takes and verifies them.</p>`}`;

const missingNotice = ({ missing }: NotificationPage): Html | false =>
  missing.length > 0 &&
  portalNotice(
    'alert',
    `Notifications of ${missing.includes('mandates') ? 'mandates' : 'consents and payments'} cannot be read for the moment: load the page again.`,
  );

/** All that a page of the list shows. */
export function notificationList(
  clients: readonly DeveloperClient[],
  chosen: string | undefined,
  page: NotificationPage,
  { older, sandbox, objectId }: { readonly older: string | false; readonly sandbox: boolean; readonly objectId?: string },
): Html {
  const names = clientNames(clients);
  const options = [...names].map(([id, name]) => html`<option value="${id}" ${id === chosen && html`selected`}>${name}</option>`);
  return html`<h1>Notifications</h1>${intro(sandbox)}
${clients.length === 0 && portalNotice('note', 'You have no clients yet. What they are notified of is shown here.')}
${objectId !== undefined && html`<p>Those about <code>${objectId}</code>. <a href="${notificationsPath}">Show all</a></p>`}
${clients.length > 0 && html`<form method="get" action="${notificationsPath}" class="filters"><label><span>Client</span><select name="client"><option value="">All</option>${options}</select></label><p><button>Show</button></p></form>`}
${missingNotice(page)}
${clients.length > 0 && notificationRows(page.notifications, names)}
${older !== false && html`<p><a href="${older}">Older notifications</a></p>`}`;
}

function notificationRows(notifications: readonly DeliveryView[], names: ReadonlyMap<string, string>): Html {
  if (notifications.length === 0) return portalNotice('note', 'There are no notifications.');
  const row = (one: DeliveryView): Html =>
    html`<tr><td><a href="${pathOfNotification(one.notificationId)}">${utcTime(one.madeAt, 'second')}</a><br><code>${one.notificationId}</code></td><td>${one.subject}<br><code>${one.subjectId}</code></td><td><code>${one.status}</code></td><td>${names.get(one.clientId) ?? one.clientId}</td><td>${notificationState(one)}</td><td>${lastAnswer(one)}</td></tr>`;
  return html`<div class="scroll"><table><thead><tr><th scope="col">Time and X-Request-ID</th><th scope="col">Resource</th><th scope="col">Status</th><th scope="col">Client</th><th scope="col">State</th><th scope="col">Last answer</th></tr></thead><tbody>
${notifications.map(row)}</tbody></table></div>`;
}

/** The protected header of a JWS, or why it is none. */
export function headerOfJws(signature: string): string {
  try {
    return JSON.stringify(JSON.parse(Buffer.from(signature.split('.')[0]!, 'base64url').toString()), null, 2);
  } catch {
    return 'not a JWS';
  }
}

function sentRequest({ address, request }: DeliveryView): Html {
  if (!request) return html`<p>It has not been sent yet.</p>`;
  const url = new URL(address);
  const lines = [
    `POST ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return html`<p>Exactly these headers and this body. Each try is signed anew: <code>iat</code> is its time.</p>
<pre tabindex="0" aria-label="The request"><code>${lines.join('\n')}

${request.body}</code></pre>
<h3>Header of <code>x-jws-signature</code></h3>
<pre tabindex="0" aria-label="The header of the signature"><code>${headerOfJws(request.headers['x-jws-signature']!)}</code></pre>`;
}

const orderText = ({ settledAt }: DeliveryView): string =>
  settledAt === null
    ? 'It keeps its place: it is tried now, if nothing older about the same resource waits.'
    : 'It is sent after those about the same resource that wait. What was sent since then is newer, so your receiver gets an older status after a newer one: it must read the current status before it acts.';

function sendAgain(one: DeliveryView, csrf: string): Html {
  if (!one.isRecent) return html`<p>It is more than a week old and is not sent any more.</p>`;
  return html`<p>With the same <code>X-Request-ID</code>, so that a receiver that stores the ids it has seen recognises it. ${orderText(one)}</p>
<form method="post" action="${pathOfNotification(one.notificationId)}" class="stack"><input type="hidden" name="csrf" value="${csrf}"><p><button name="step" value="send-again">Send again</button></p></form>`;
}

const subjectNames = { consent: 'Consent', payment: 'Payment', mandate: 'Mandate' } as const;

/** One notification with its last request. */
export function notificationContent(one: DeliveryView, clientName: string, csrf: string, done: string | undefined): Html {
  return html`<p><a href="${notificationsPath}">Notifications</a></p>
<h1>${subjectNames[one.subject]} <code>${one.status}</code></h1>
${done !== undefined && portalNotice('done', done)}
<dl class="facts"><dt>State</dt><dd>${notificationState(one)}</dd>
<dt>X-Request-ID</dt><dd><code>${one.notificationId}</code></dd>
<dt>Resource</dt><dd>${one.subject} <code>${one.subjectId}</code></dd>
<dt>Client</dt><dd>${clientName} <code>${one.clientId}</code></dd>
<dt>Sent to</dt><dd><code>${one.address}</code></dd>
<dt>Changed</dt><dd>${utcTime(one.madeAt, 'second')}</dd>
${one.triedAt !== null && html`<dt>Last try</dt><dd>${utcTime(one.triedAt, 'second')}</dd>`}
${one.answer !== null && html`<dt>Last answer</dt><dd>${lastAnswer(one)}</dd>`}
${!one.delivered && one.lastProblem !== null && html`<dt>What went wrong</dt><dd>${one.lastProblem}</dd>`}</dl>
<h2>Send again</h2>${sendAgain(one, csrf)}
<h2>The request</h2>${sentRequest(one)}`;
}
