import type { DeveloperMandate } from '@open-banking/contracts';
import { html, type Html } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import { utcMinute } from '../visit/instant.js';
import { portalNotice } from '../visit/portal-page.js';
import type { DeveloperObject } from './developer-objects.service.js';
import { actionsOf, otherBankReasons, type ActionStep, type ObjectAction } from './object-actions.js';
import { mandateSections, moneyText, objectFacts, objectSummary } from './object-facts.js';
import { kindPages, objectPath, statusesOf, type ObjectKind } from './object-kinds.js';
import { statesPassed, statusBadge, statusInWords } from './states-passed.js';
import { statusText } from '../reference/status-texts.js';

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
/** The beginning of an id, long enough for a list to tell two apart. */
const shortId = (id: string): string => id.slice(0, 8);

const reasonField = ({ takesReason }: ObjectAction, chooses: boolean): Html => {
  const reasons = Object.entries(otherBankReasons);
  if (takesReason !== true) return html`<input type="hidden" name="reason" value="">`;
  if (!chooses) return html`<input type="hidden" name="reason" value="${reasons[0]![0]}">`;
  return html`<label><span>Reason</span><select name="reason">${reasons.map(([code, says]) => html`<option value="${code}">${code}: ${says}</option>`)}</select></label>`;
};

const amountField = ({ takesAmount }: ObjectAction, chooses: boolean): Html => {
  if (takesAmount === undefined) return html`<input type="hidden" name="amount" value="">`;
  const { amount, currency } = takesAmount;
  if (!chooses) return html`<input type="hidden" name="amount" value="${amount}">`;
  return html`<label><span>Amount in ${currency}</span><input name="amount" value="${amount}" inputmode="decimal" required maxlength="24" autocomplete="off"></label>`;
};

function actionForm(object: DeveloperObject, action: ObjectAction, csrf: string, { inList }: { readonly inList: boolean }): Html {
  const { step, button, isFinal } = action;
  const label = inList && html`aria-label="${button}: ${object.kind} ${shortId(object.objectId)}"`;
  return html`<form method="post" action="${objectPath(object.kind, object.objectId)}" ${!inList && html`class="stack"`}><input type="hidden" name="csrf" value="${csrf}">${reasonField(action, !inList)}${amountField(action, !inList)}
<p><button class="${isFinal === true && !inList ? 'danger' : 'plain'}" name="step" value="${step}" ${label}>${button}</button></p></form>`;
}

/** Those whose acts the buttons of a kind simulate. */
const othersOf: Readonly<Record<ObjectKind, string>> = {
  consent: 'customers and second owners',
  payment: 'second owners and other banks',
  mandate: 'customers and creditors',
};

function actionSection(object: DeveloperObject, csrf: string): Html {
  const all = actionsOf(object);
  const offered = all.filter(({ refusal }) => refusal === undefined);
  const refused = all.filter(({ refusal }) => refusal !== undefined);
  return html`<h2>Actions</h2>
<p>These simulate what ${othersOf[object.kind]} do. <a href="/reference#sandbox">Your tests can call them too</a>.</p>
${offered.length > 0 && html`<ul class="cards acts">${offered.map((action) => html`<li class="card"><p>${action.says}</p>${actionForm(object, action, csrf, { inList: false })}</li>`)}</ul>`}
${refused.length > 0 && html`<h3>Not possible now</h3><dl class="facts">${refused.map(({ button, refusal }) => html`<dt>${button}</dt><dd>${refusal}</dd>`)}</dl>`}`;
}

const lookFurther = ({ objectId, kind, clientId }: DeveloperObject): Html => {
  const about = new URLSearchParams({ object: objectId }).toString();
  return html`<h2>More about this ${kind}</h2><ul>
<li><a href="${developerPages.showRequests.path}?${about}">Its requests</a></li>
<li><a href="${developerPages.showNotifications.path}?${new URLSearchParams({ client: clientId, object: objectId }).toString()}">Its notifications</a></li></ul>`;
};

/** The notice after a collection: the state of the newest one. */
function collectedNotice({ collections: [newest] }: DeveloperMandate): Html | undefined {
  if (!newest) return undefined;
  const { amount, state, reason, text } = newest;
  const kind = state === 'booked' ? 'done' : 'note';
  return portalNotice(
    kind,
    html`The creditor has collected ${moneyText(amount)}: <code>${state}</code>${reason !== null && html` with <code>${reason}</code>`}. ${text ?? false} ${statusText('collection', state)?.says}`,
  );
}

/** The notice after an action, with the status that the client now sees. Undefined: the object has no such action. */
export function doneNotice(object: DeveloperObject, step: ActionStep): Html | undefined {
  const action = actionsOf(object).find((one) => one.step === step);
  if (!action) return undefined;
  if (step === 'collect' && object.kind === 'mandate') return collectedNotice(object.facts);
  return portalNotice(
    'done',
    html`${action.done} Your client now sees <code>${object.status}</code>: ${statusText(object.kind, object.status)?.says}`,
  );
}

const headingBeginnings: Readonly<Record<ObjectKind, string>> = { consent: 'Consent for', payment: 'Payment of', mandate: 'Mandate of' };

interface Names {
  readonly client: Html;
  readonly customer: Html | undefined;
}

/** The page of one consent, payment or mandate. */
export function objectContent(object: DeveloperObject, { client, customer }: Names, csrf: string, notice: Html | undefined): Html {
  const { kind, status, states } = object;
  const { plural, list } = kindPages[kind];
  return html`<p><a href="${list.path}">${capital(plural)}</a></p>
<h1>${headingBeginnings[kind]} ${objectSummary(object)}</h1>
${notice}
<p class="lead">${statusInWords(kind, status)}</p>
${statesPassed(states)}
${objectFacts(object, client, customer)}
${actionSection(object, csrf)}
${object.kind === 'mandate' && mandateSections(object.facts)}
${lookFurther(object)}`;
}

export interface ListedClient {
  readonly clientId: string;
  readonly name: string;
}

/** The content of one page of a list. */
export interface ObjectList {
  readonly kind: ObjectKind;
  readonly objects: readonly DeveloperObject[];
  readonly clients: readonly ListedClient[];
  readonly client: string | undefined;
  readonly status: string | undefined;
  /** The address of the next page. */
  readonly older: string | undefined;
  readonly csrf: string;
}

const selected = (is: boolean): Html | false => is && html`selected`;

function filterForm({ kind, clients, client, status }: ObjectList): Html {
  return html`<form method="get" action="${kindPages[kind].list.path}" class="filters">
<label><span>Client</span><select name="client"><option value="">All</option>${clients.map(({ clientId, name }) => html`<option value="${clientId}" ${selected(clientId === client)}>${name} (${shortId(clientId)})</option>`)}</select></label>
<label><span>Status</span><select name="status"><option value="">All</option>${statusesOf(kind).map((one) => html`<option ${selected(one === status)}>${one}</option>`)}</select></label>
<p><button>Show</button></p></form>`;
}

function listTable({ kind, objects, clients, csrf }: ObjectList): Html {
  const names = new Map(clients.map(({ clientId, name }) => [clientId, name]));
  const row = (object: DeveloperObject): Html => {
    const offered = actionsOf(object).filter(({ refusal }) => refusal === undefined);
    return html`<tr><td><a href="${objectPath(kind, object.objectId)}">${objectSummary(object)}</a><br><span class="soft">${utcMinute(object.createdAt)}</span></td>
<td>${statusBadge(kind, object.status)}<br><span class="soft">${statusText(kind, object.status)?.says}</span></td><td>${names.get(object.clientId) ?? object.clientId}</td>
<td class="acts">${offered.map((action) => actionForm(object, action, csrf, { inList: true }))}${offered.length === 0 && html`<span class="soft">none in this state</span>`}</td></tr>`;
  };
  return html`<div class="scroll"><table><thead><tr><th scope="col">${capital(kind)}</th><th scope="col">Status</th><th scope="col">Client</th><th scope="col">Actions</th></tr></thead><tbody>
${objects.map(row)}</tbody></table></div>`;
}

/** The list of a developer's consents, payments or mandates. */
export function listContent(list: ObjectList): Html {
  const { plural } = kindPages[list.kind];
  const isNarrowed = list.client !== undefined || list.status !== undefined;
  return html`<h1>${capital(plural)}</h1>
<p>The ${plural} of your clients, newest first. The buttons simulate what ${othersOf[list.kind]} do.${list.kind === 'payment' && otherBanksHint}</p>
${list.clients.length === 0 ? noClients : [filterForm(list), list.objects.length > 0 ? listTable(list) : portalNotice('note', isNarrowed ? `No ${list.kind} matches these filters.` : nothingYet(list.kind))]}
${list.older !== undefined && html`<p><a href="${list.older}">Older ${plural}</a></p>`}`;
}

const otherBanksHint = html` Here, other banks give the reason <code>${Object.keys(otherBankReasons)[0]}</code>; the page of a payment offers all reasons.`;

const noClients = html`<p>You have no clients yet. <a href="${developerPages.showNewClient.path}">Register one</a>; what it creates is shown here.</p>`;

const createdBy: Readonly<Record<ObjectKind, string>> = { consent: 'createConsent', payment: 'createPayment', mandate: 'createMandate' };

const nothingYet = (kind: ObjectKind): Html =>
  html`There are no ${kindPages[kind].plural} yet. <a href="/developer/console/operations/${createdBy[kind]}">Create one in the console</a>.`;
