import type { FastifyInstance } from 'fastify';
import { Injectable } from '@nestjs/common';
import { isUuid, type RouteRegistrar } from '@open-banking/http';
import { ServiceSettings } from '@open-banking/config';
import { Refusal } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import { developerPages, operations } from '@open-banking/spec';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { portalNotice } from '../visit/portal-page.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { RecordedBodiesService } from './recorded-bodies.service.js';
import { answerSection, requestPagePath, requestTable } from './request-content.js';
import { daysSection } from './request-days.js';
import { readRequestQuery, statusClasses, type RequestQuery } from './request-query.js';
import { RequestsService } from './requests.service.js';
import type { RecordedRequestRow } from './requests.statements.js';

const list = developerPages.showRequests.path;
const onePage = 50;

/** The request log of a developer's clients. */
@Injectable()
export class RequestPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly requests: RequestsService,
    private readonly clients: DeveloperClientsService,
    private readonly bodies: RecordedBodiesService,
    private readonly settings: ServiceSettings,
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
    const [clients, found, days] = await Promise.all([
      this.namedClients(developerId),
      this.requests.list(developerId, asked.filter, onePage + 1),
      this.requests.days(developerId, asked.filter.clientId),
    ]);
    const shown = found.slice(0, onePage);
    const content = html`<h1>Requests</h1>
<p>The requests of your clients in the last seven days. Each appears within a second or two of its response. Times are UTC. ${this.settings.sandbox ? keptInSandbox : keptElsewhere} ${clients.length > 0 && html`<a href="#days">Errors and response times by day</a>`}</p>
${wrongIds(asked)}
${clients.length === 0 ? noClients : [filterForm(asked, clients), resultsOf(asked, shown, found.length > onePage), daysSection(days)]}`;
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

  private async one({ requestId = '' }: Visit['params'], developer: Developer): Promise<PageResult> {
    const { developerId } = developer;
    const found = isUuid(requestId) ? await this.requests.find(developerId, requestId) : [];
    if (found.length === 0)
      throw new Refusal([
        { code: 'RESOURCE_UNKNOWN', text: 'None of your clients sent a request with this X-Request-ID in the last seven days.' },
      ]);
    const { sandbox } = this.settings;
    const [names, exchanges] = await Promise.all([
      this.clientNames(developerId),
      Promise.all(found.map(({ entryId }) => (sandbox ? this.bodies.find(developer, entryId) : undefined))),
    ]);
    return {
      title: 'Request',
      content: html`<p><a href="${list}">Requests</a></p>
<h1>Request <code>${found[0]!.requestId}</code></h1>
${found.length > 1 && html`<p>It was sent ${found.length} times; the newest answer comes first.</p>`}
${found.map((request, at) => answerSection(request, { client: names.get(request.clientId), exchange: exchanges[at], sandbox }))}`,
    };
  }
}

const noClients = portalNotice('note', 'You have no clients yet. The requests of a client appear here from the first one on.');

const keptInSandbox =
  'In this sandbox the bodies of the newest 200 requests of each client are kept for 24 hours, without tokens, codes and other credentials.';
const keptElsewhere = 'Bodies, addresses and values that you sent are not kept.';

const wrongIds = ({ requestId, objectText, filter }: RequestQuery): Html[] => [
  ...(requestId === '' ? [] : [portalNotice('alert', 'An X-Request-ID is a UUID. The response repeats it in its header.')]),
  ...(objectText === '' || filter.objectId !== undefined
    ? []
    : [portalNotice('alert', 'The id of a consent, payment or mandate is a UUID. The response that creates one contains it.')]),
];

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
<label><span>Consent, payment or mandate</span><input name="object" value="${asked.objectText}" maxlength="36" autocomplete="off" spellcheck="false"></label>
<label><span>Status</span><select name="status">${Object.entries(statusClasses).map(([id, { says }]) => html`<option value="${id}" ${chosen(id === asked.status)}>${says}</option>`)}</select></label>
<label><span>From (UTC)</span><input name="from" type="datetime-local" value="${asked.fromText}"></label>
<label><span>Until (UTC)</span><input name="until" type="datetime-local" value="${asked.untilText}"></label>
<p><button>Show</button></p></form>`;
}

function resultsOf(asked: RequestQuery, shown: readonly RecordedRequestRow[], isMore: boolean): Html {
  if (shown.length === 0)
    return portalNotice('note', asked.isNarrowed ? 'No request matches these filters.' : 'There are no requests yet.');
  const last = shown.at(-1)!;
  const older = asked.pathBefore(list, last.at, last.entryId);
  return html`${requestTable(shown)}
${isMore && html`<p><a href="${older}">Older requests</a></p>`}`;
}
