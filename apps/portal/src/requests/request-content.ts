import { codeDescriptions, codes, pageOfCode, type Code } from '@open-banking/messages';
import { html, utcTime, type Html } from '@open-banking/pages';
import { developerPages, operations } from '@open-banking/spec';
import { pathOfClient } from '../developer-clients/client-path.js';
import { withCodes } from '../documents/code-spans.js';
import { referencePath } from '../reference/reference-pages.service.js';
import { codeBlock } from '../samples/samples-section.js';
import { maxBodyBytes, type RecordedBody } from '@open-banking/contracts';
import type { RecordedExchange } from './recorded-bodies.service.js';
import type { RecordedRequestRow } from './requests.statements.js';
import { whyRefused, type RecordedFault } from './why-refused.js';

const list = developerPages.showRequests.path;

export const requestPagePath = (requestId: string): string => `${list}/${requestId.toLowerCase()}`;
export const requestsAbout = (objectId: string): string => `${list}?object=${objectId}`;

/** The text of each fault: the bank's own, or one made from its code where that was not recorded. */
const textOf = (request: RecordedRequestRow, fault: RecordedFault, at: number): string => request.texts?.[at] ?? whyRefused(request, fault);

/** The pages that show an object, in a sandbox. */
type ObjectKind = 'consents' | 'payments' | 'mandates';

function kindOf(operation: string): ObjectKind | undefined {
  const path = operations.find(({ id }) => id === operation)?.path ?? '';
  return (['consents', 'payments', 'mandates'] as const).find((kind) => path.includes(`/${kind}`));
}

/** The requests, newest first. The row of a refused one shows the reason. */
export const requestTable = (shown: readonly RecordedRequestRow[]): Html =>
  html`<div class="scroll"><table class="log"><thead><tr><th scope="col">Time</th><th scope="col">Request</th><th scope="col">Status</th><th scope="col">Why it was refused</th><th scope="col">ms</th><th scope="col">X-Request-ID</th></tr></thead><tbody>
${shown.map(requestRow)}</tbody></table></div>`;

const requestRow = (request: RecordedRequestRow): Html => {
  const { at, operation, status, ms, requestId, method, path } = request;
  return html`<tr><td><a href="${requestPagePath(requestId)}">${utcTime(at, 'millisecond')}</a></td><td class="call"><code>${operation}</code>${method !== null && path !== null && html` <span class="sent">${method} ${path}</span>`}</td><td>${statusBadge(status)}</td><td class="why">${reasonOf(request)}</td><td class="number">${ms.toFixed(1)}</td><td class="id"><code>${requestId}</code></td></tr>`;
};

function reasonOf(request: RecordedRequestRow): Html | string {
  const [first, ...others] = request.faults ?? [];
  if (!first) return '';
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return html`<code>${first[0]}</code>${first[1] !== undefined && html` at <code>${first[1]}</code>`}: ${withCodes(textOf(request, first, 0))} <a href="${requestPagePath(request.requestId)}">Details${more}</a>`;
}

export const statusBadge = (status: number): Html => html`<span class="badge ${status < 400 ? 'ok' : 'bad'}">${status}</span>`;

/** The page of one request: the reason for a refusal, and the bodies of request and response. `exchange` exists in a sandbox, for a day. */
export function answerSection(
  request: RecordedRequestRow,
  { client, exchange, sandbox }: { client: string | undefined; exchange: RecordedExchange | undefined; sandbox: boolean },
): Html {
  const { at, status, faults } = request;
  return html`<section class="card answer"><h2>${statusBadge(status)} ${utcTime(at, 'millisecond')}</h2>
${faults !== null && html`<h3>Why it was refused</h3><ul>${faults.map((fault, index) => html`<li>${faultHtml(request, fault, index)}</li>`)}</ul>${hintsOf(request, faults)}`}
${sandbox && actions(request)}
${factsOf(request, client, sandbox)}
${sandbox && exchangeHtml(request, exchange)}</section>`;
}

/** The console knows the interface's own operations. */
const actions = ({ operation, entryId }: RecordedRequestRow): Html | false =>
  operations.some(({ id, kind }) => id === operation && kind === 'business') &&
  html`<p><a class="button again" href="/developer/console/operations/${operation}?from=${entryId}">Send again</a></p>`;

function factsOf(request: RecordedRequestRow, client: string | undefined, sandbox: boolean): Html {
  const { operation, ms, limits, clientId, consentId, objectId, method, path } = request;
  const isDocumented = operations.some(({ id }) => id === operation);
  const kind = kindOf(operation);
  return html`<dl class="facts">${method !== null && path !== null && html`<dt>Request</dt><dd><code>${method} ${path}</code></dd>`}
<dt>Operation</dt><dd>${isDocumented ? html`<a href="${referencePath(operation)}"><code>${operation}</code></a>` : html`<code>${operation}</code>`}</dd>
<dt>Client</dt><dd>${client !== undefined && html`<a href="${pathOfClient(clientId)}">${client}</a> `}<code>${clientId}</code></dd>
${consentId !== null && objectFact('Consent of the token', 'consents', consentId, sandbox)}
${objectId !== null && kind !== undefined && objectId !== consentId && objectFact(objectNames[kind], kind, objectId, sandbox)}
<dt>Time taken</dt><dd>${ms.toFixed(1)} ms</dd>
<dt>Limits left</dt><dd>${limits === null ? 'the request was not counted' : limits.replaceAll(/(\w+) (\d+)/g, '$2 this $1')}</dd></dl>`;
}

const objectNames: Readonly<Record<ObjectKind, string>> = { consents: 'Consent', payments: 'Payment', mandates: 'Mandate' };

const objectFact = (name: string, kind: ObjectKind, id: string, sandbox: boolean): Html =>
  html`<dt>${name}</dt><dd>${sandbox ? html`<a href="/developer/${kind}/${id}"><code>${id}</code></a>` : html`<code>${id}</code>`} (<a href="${requestsAbout(id)}">its requests</a>)</dd>`;

function faultHtml(request: RecordedRequestRow, fault: RecordedFault, at: number): Html {
  const [code, path] = fault;
  const name = html`<code>${code}</code>`;
  const [text, right] = [textOf(request, fault, at), whyRefused(request, fault)];
  const isFixed = text === right || !(code in codes) || right === codes[code as Code].text;
  return html`${code in codes ? html`<a href="${pageOfCode(code)}">${name}</a>` : name}${path !== undefined && html` at <code>${path}</code>`}: ${withCodes(text)}${!isFixed && html` <span class="soft">${withCodes(right)}</span>`}`;
}

/** The general cause of a code and its remedy, for codes whose texts say no more than the code. */
const hintsOf = (request: RecordedRequestRow, faults: readonly RecordedFault[]): Html[] => {
  const isUnexplained = (code: string, text: string | undefined): boolean =>
    code in codes && (text === undefined || text === codes[code as Code].text);
  const unexplained = faults.filter(([code], at) => isUnexplained(code, request.texts?.[at]));
  return [...new Set(unexplained.map(([code]) => code))].map(
    (code) => html`<p class="soft"><code>${code}</code> in general: ${withCodes(codeDescriptions[code as Code])}</p>`,
  );
};

function exchangeHtml({ operation }: RecordedRequestRow, exchange: RecordedExchange | undefined): Html {
  if (!exchange)
    return html`<p class="soft">The bodies are no longer kept: those of a client's newest 200 requests are kept for 24 hours.</p>`;
  const isOwn = operations.some(({ id }) => id === operation);
  return html`${bodyHtml('Request body', exchange.request)}${bodyHtml('Response body', exchange.response)}
${!isOwn && html`<p class="soft">For requests to an issuer, only the parameters that are not credentials are kept.</p>`}`;
}

function bodyHtml(name: string, body: RecordedBody | undefined): Html {
  const heading = html`<h3>${name}</h3>`;
  if (!body) return html`${heading}<p>(none)</p>`;
  if ('text' in body) return html`${heading}${codeBlock(formatted(body.text), name)}`;
  const why =
    body.bytes > maxBodyBytes ? `Bodies of more than ${maxBodyBytes / 1_024} KiB are not kept.` : 'A body that is not JSON is not kept.';
  return html`${heading}<p>${body.bytes.toLocaleString('en')} bytes. ${why}</p>`;
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
