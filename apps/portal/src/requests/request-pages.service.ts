import type { FastifyInstance } from 'fastify';
import { Injectable } from '@nestjs/common';
import { isUuid, type RouteRegistrar } from '@open-banking/http';
import { codes, pageOfCode, Refusal, codeDescriptions, type Code } from '@open-banking/messages';
import { html, utcTime, type Html } from '@open-banking/pages';
import { developerPages, operations } from '@open-banking/spec';
import { pathOfClient } from '../developer-clients/client-path.js';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { withCodes } from '../reference/code-spans.js';
import { referencePath } from '../reference/reference-pages.service.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { portalNotice } from '../visit/portal-page.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { readRequestQuery, statusClasses, type RequestQuery } from './request-query.js';
import { RequestsService } from './requests.service.js';
import type { RecordedRequestRow } from './requests.statements.js';
import { whyRefused, type RecordedFault } from './why-refused.js';

const list = developerPages.showRequests.path;
const onePage = 50;

/** The request log of a developer's clients. */
@Injectable()
export class RequestPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly requests: RequestsService,
    private readonly clients: DeveloperClientsService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [developerPages.showRequests, forDevelopers((visit, developer) => this.list(visit, developer))],
      [developerPages.showRequest, forDevelopers(({ params }, developer) => this.one(params, developer))],
    ]);
  }

  private async list({ query }: Visit, { developerId }: Developer): Promise<PageResult> {
    const asked = readRequestQuery(query);
    // By its id a request is found whatever else is chosen.
    if (isUuid(asked.requestId)) return { goTo: requestPagePath(asked.requestId) };
    const [clients, found] = await Promise.all([
      this.namedClients(developerId),
      this.requests.list(developerId, asked.filter, onePage + 1),
    ]);
    const shown = found.slice(0, onePage);
    const content = html`<h1>Requests</h1>
<p>The requests of your clients in the last seven days, a second or two after their answers. Bodies, addresses and values that you sent are not kept. Times are UTC.</p>
${asked.requestId !== '' && portalNotice('alert', 'An X-Request-ID is a UUID, as the answer repeats it in its header.')}
${clients.length === 0 ? noClients : [filterForm(asked, clients), resultsOf(asked, shown, found.length > onePage)]}`;
    return { title: 'Requests', content };
  }

  /**
   * Those with requests, by name; removed ones, whose names are gone, come last. The log is readable while ais-pis is not, by ids alone.
   */
  private async namedClients(developerId: string): Promise<readonly NamedClient[]> {
    const [ids, names] = await Promise.all([this.requests.clients(developerId), this.clientNames(developerId)]);
    const named = ids.map((clientId) => ({ clientId, name: names.get(clientId) }));
    return named.sort((a, b) => Number(a.name === undefined) - Number(b.name === undefined) || (a.name ?? '').localeCompare(b.name ?? ''));
  }

  private async clientNames(developerId: string): Promise<ReadonlyMap<string, string>> {
    const clients = await this.clients.list(developerId).catch(() => []);
    return new Map(clients.map(({ clientId, name }) => [clientId, name]));
  }

  private async one({ requestId = '' }: Visit['params'], { developerId }: Developer): Promise<PageResult> {
    const found = isUuid(requestId) ? await this.requests.find(developerId, requestId) : [];
    if (found.length === 0)
      throw new Refusal([
        { code: 'RESOURCE_UNKNOWN', text: 'None of your clients sent a request with this X-Request-ID in the last seven days.' },
      ]);
    const names = await this.clientNames(developerId);
    return {
      title: 'Request',
      content: html`<p><a href="${list}">Requests</a></p>
<h1>Request <code>${found[0]!.requestId}</code></h1>
${found.length > 1 && html`<p>It was sent ${found.length} times; the newest answer comes first.</p>`}
${found.map((request) => answerSection(request, names.get(request.clientId)))}`,
    };
  }
}

const requestPagePath = (requestId: string): string => `${list}/${requestId.toLowerCase()}`;

const noClients = portalNotice('note', 'You have no clients yet. Their requests are shown here from their first one on.');

/** A client of the log. Without a name: it has ended. */
interface NamedClient {
  readonly clientId: string;
  readonly name: string | undefined;
}

/** Names need not differ: the beginning of the id distinguishes them. */
const clientOption = ({ clientId, name }: NamedClient, asked: RequestQuery): Html =>
  html`<option value="${clientId}" ${chosen(clientId === asked.filter.clientId)}>${name === undefined ? clientId : `${name} (${clientId.slice(0, 8)})`}</option>`;

const chosen = (is: boolean): Html | false => is && html`selected`;

function filterForm(asked: RequestQuery, clients: readonly NamedClient[]): Html {
  return html`<form method="get" action="${list}" class="filters">
<label><span>X-Request-ID</span><input name="request" value="${asked.requestId}" maxlength="36" autocomplete="off" spellcheck="false"></label>
<label><span>Client</span><select name="client"><option value="">All</option>${clients.map((client) => clientOption(client, asked))}</select></label>
<label><span>Operation</span><select name="operation"><option value="">All</option>${operations.map(({ id }) => html`<option ${chosen(id === asked.filter.operation)}>${id}</option>`)}</select></label>
<label><span>Status</span><select name="status">${Object.entries(statusClasses).map(([id, { says }]) => html`<option value="${id}" ${chosen(id === asked.status)}>${says}</option>`)}</select></label>
<label><span>From (UTC)</span><input name="from" type="datetime-local" value="${asked.fromText}"></label>
<label><span>Until (UTC)</span><input name="until" type="datetime-local" value="${asked.untilText}"></label>
<p><button>Show</button></p></form>`;
}

function resultsOf(asked: RequestQuery, shown: readonly RecordedRequestRow[], isMore: boolean): Html {
  if (shown.length === 0) return portalNotice('note', asked.isNarrowed ? 'No request fits.' : 'There are no requests yet.');
  const last = shown.at(-1)!;
  const older = asked.pathBefore(list, last.at, last.entryId);
  return html`<div class="scroll"><table class="log"><thead><tr><th scope="col">Time</th><th scope="col">Operation</th><th scope="col">Status</th><th scope="col">Faults</th><th scope="col">ms</th><th scope="col">X-Request-ID</th></tr></thead><tbody>
${shown.map(
  ({ at, operation, status, faults, ms, requestId }) =>
    html`<tr><td><a href="${requestPagePath(requestId)}">${utcTime(at, 'millisecond')}</a></td><td><code>${operation}</code></td><td>${statusBadge(status)}</td><td>${codesText(faults ?? [])}</td><td class="number">${ms.toFixed(1)}</td><td><code>${requestId}</code></td></tr>`,
)}</tbody></table></div>
${isMore && html`<p><a href="${older}">Older requests</a></p>`}`;
}

/** Each code once, with how often it was returned. */
const codesText = (faults: readonly RecordedFault[]): Html[] =>
  [...Map.groupBy(faults, ([code]) => code)].map(([code, { length }]) => html`<code>${code}</code>${length > 1 && html` × ${length}`} `);

const statusBadge = (status: number): Html => html`<span class="badge ${status < 400 ? 'ok' : 'bad'}">${status}</span>`;

function answerSection(request: RecordedRequestRow, client: string | undefined): Html {
  const { at, operation, status, ms, limits, clientId, consentId, faults } = request;
  const isDocumented = operations.some(({ id }) => id === operation);
  return html`<section class="card answer"><h2>${statusBadge(status)} ${utcTime(at, 'millisecond')}</h2>
${faults !== null && html`<h3>Why it was refused</h3><ul>${faults.map((fault) => html`<li>${faultHtml(request, fault)}</li>`)}</ul>${hintsOf(faults)}`}
<dl class="facts"><dt>Operation</dt><dd>${isDocumented ? html`<a href="${referencePath(operation)}"><code>${operation}</code></a>` : html`<code>${operation}</code>`}</dd>
<dt>Client</dt><dd>${client !== undefined && html`<a href="${pathOfClient(clientId)}">${client}</a> `}<code>${clientId}</code></dd>
${consentId !== null && html`<dt>Consent</dt><dd><code>${consentId}</code></dd>`}
<dt>Time taken</dt><dd>${ms.toFixed(1)} ms</dd>
<dt>Limits left</dt><dd>${limits === null ? 'nothing was charged to the client' : limits.replaceAll(/(\w+) (\d+)/g, '$2 this $1')}</dd></dl></section>`;
}

function faultHtml(request: RecordedRequestRow, fault: RecordedFault): Html {
  const [code, path] = fault;
  const name = html`<code>${code}</code>`;
  return html`${code in codes ? html`<a href="${pageOfCode(code)}">${name}</a>` : name}${path !== undefined && html` at <code>${path}</code>`}: ${withCodes(whyRefused(request, fault))}`;
}

/** When a code is answered in general, and what to do. */
const hintsOf = (faults: readonly RecordedFault[]): Html[] =>
  [...new Set(faults.map(([code]) => code))]
    .filter((code) => code in codes)
    .map((code) => html`<p class="soft"><code>${code}</code> in general: ${withCodes(codeDescriptions[code as Code])}</p>`);
