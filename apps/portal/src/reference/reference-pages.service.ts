import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { codes, pageOfCode, Refusal } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import { consolePages, markdownPages, scopesNeeded, sitePages, type Deprecation, type Operation } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { allDownloads, productDownloads } from '../documents/download-links.js';
import { withOwnAddress } from '../documents/own-address.js';
import { documentationPage } from '../visit/documentation-page.js';
import { portalNotice } from '../visit/portal-page.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { codeName, withCodes } from '../documents/code-spans.js';
import { errorList, errorPage } from './error-pages.js';
import { parametersOf } from './example-call.js';
import { fieldList, type MessageKind } from './field-list.js';
import {
  documentedOperation,
  resolveReference,
  type DocumentedOperation,
  type OpenApiDocument,
  type Parameter,
  type Response,
  type Schema,
} from './openapi-documents.js';
import { neighbours, operationGroups, operationList, referencePath } from './operation-list.js';
import { OperationSamples } from './operation-samples.js';
import { refusalsOf } from './refusals.js';
import { fieldTree, parameterFields } from './schema-fields.js';

export { referencePath } from './operation-list.js';

/** Reference of all operations and errors, from the OpenAPI documents and the table of codes. */
@Injectable()
export class ReferencePagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly settings: ServiceSettings,
    private readonly samples: OperationSamples,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    const list = documentationPage(() => this.list());
    const errors = documentationPage(() => errorList());
    const error = (visit: Visit) => errorPage(visit.params['code'] ?? '', this.settings);
    return this.router.open(server, [
      [sitePages.showReference, list],
      [markdownPages.readReference, list],
      [sitePages.showOperation, documentationPage((visit) => this.operation(visit))],
      [sitePages.showErrors, errors],
      [markdownPages.readErrors, errors],
      [sitePages.showError, documentationPage((visit) => error(visit))],
    ]);
  }

  private list(): PageResult {
    const content = html`<h1>Reference</h1>
<p>All operations under <code>${this.settings.baseUrl}</code>. A change that adds a field, an operation or a code is compatible: ignore what you do not know.</p>
${allDownloads()}
${operationGroups(this.settings.sandbox).map(({ id, title, rows }) => operationTable(id, title, rows))}`;
    return { title: 'Reference', content };
  }

  private async operation(visit: Visit): Promise<PageResult> {
    const { params, frame } = visit;
    const found = documentedOperation(params['operationId'] ?? '');
    if (!found) throw new Refusal('RESOURCE_UNKNOWN', 'no operation has this id');
    const { row, operation, document } = found;
    if (row.sandbox && !this.settings.sandbox) throw new Refusal('RESOURCE_UNKNOWN', 'an operation of the sandbox');
    const { sandbox, baseUrl } = this.settings;
    const content = html`<div class="beside">${operationList(row.id, sandbox)}<div id="operation"><p><a href="${sitePages.showReference.path}">Reference</a></p>
<h1>${operation.summary}</h1>
<p><span class="method">${row.method}</span> ${codeName(row.path)}</p>
${row.deprecated && deprecationNotice(row.deprecated)}
<p class="lead">${withCodes(operation.description)}</p>
${frame.sandbox && row.kind !== 'sandbox' && html`<p><a class="button" href="${consolePages.showConsoleOperation.path.replace('{operationId}', row.id)}">Try it in the console</a></p>`}
${productDownloads(row.product)}
${operationFacts(row, operation)}
${parameterSection(document, operation)}
${requestSection(document, operation, baseUrl)}
${await this.samples.section(visit, row)}
${responseOf(document, operation, baseUrl)}
${errorTable(document, operation)}
${neighbours(row.id, sandbox)}</div></div>`;
    return { title: operation.summary, content };
  }
}

const deprecationNotice = ({ since, lastDay }: Deprecation): Html =>
  portalNotice(
    'alert',
    html`Deprecated since ${since}, and served until ${lastDay}: the <a href="${sitePages.showChangelog.path}">changelog</a> names what replaces it.`,
  );

const operationTable = (id: string, title: string, rows: readonly Operation[]): Html => html`<h2 id="${id}">${title}</h2>
<div class="scroll"><table class="operations"><colgroup><col><col><col></colgroup><thead><tr><th scope="col">Operation</th><th scope="col">Request</th><th scope="col">What it does</th></tr></thead><tbody>
${rows.map(operationLine)}</tbody></table></div>`;

function operationLine({ id, method, path, deprecated }: Operation): Html {
  const { operation } = documentedOperation(id)!;
  const [first] = operation.description.split(' Needs ');
  return html`<tr><td><a href="${referencePath(id)}">${codeName(id)}</a></td><td><span class="method">${method}</span> ${codeName(path)}</td><td>${deprecated && html`<span class="badge bad">deprecated</span> `}${withCodes(first!)}</td></tr>`;
}

function operationFacts({ id, kind, token, permission }: Operation, { 'x-limits': limits }: DocumentedOperation): Html {
  const windows = Object.entries(limits?.windows ?? {}).map(([window, max]) => `${max.toLocaleString('en')} a ${window}`);
  const kinds = { client: "the client's own token", customer: "a customer's token", either: "the client's own token or a customer's" };
  return html`<dl class="facts"><dt>Operation id</dt><dd>${codeName(id)}</dd>
<dt>Token</dt><dd>${token ? html`${kinds[token.kind]} of the ${token.issuer} issuer, scope ${scopesNeeded(token).map((scope, index) => html`${index > 0 && ' or '}${codeName(scope)}`)}` : kind === 'sandbox' ? 'a sandbox key' : 'none'}</dd>
${permission !== undefined && html`<dt>Permission</dt><dd><code>${permission}</code></dd>`}
<dt>Limits</dt><dd>${windows.join(', ')} per ${limits?.per ?? 'client'}</dd></dl>`;
}

const places = { path: 'In the path', query: 'In the query', header: 'Headers' } as const satisfies Record<Parameter['in'], string>;

function parameterSection(document: OpenApiDocument, operation: DocumentedOperation): Html {
  const parameters = parametersOf(document, operation);
  const groups = (Object.keys(places) as Parameter['in'][]).map((place) => ({
    title: places[place],
    fields: parameterFields(
      document,
      parameters.filter((parameter) => parameter.in === place),
    ),
  }));
  return html`<h2>Parameters</h2>
${groups.map(({ title, fields }) => fields.length > 0 && html`<h3>${title}</h3>${fieldList(fields, 'request')}`)}`;
}

const exampleOf = (value: unknown, baseUrl: string): Html =>
  html`<pre tabindex="0"><code>${withOwnAddress(JSON.stringify(value, null, 2), baseUrl)}</code></pre>`;

const fieldSection = (document: OpenApiDocument, schema: Schema, kind: MessageKind): Html =>
  html`<h3>Fields of the ${kind}</h3>${fieldList(fieldTree(document, schema), kind)}`;

function requestSection(document: OpenApiDocument, { requestBody }: DocumentedOperation, baseUrl: string): Html | false {
  const json = requestBody?.content['application/json'];
  if (!json?.schema) return false;
  return html`<h2>Request body</h2>
${Object.values(json.examples ?? {}).map(({ summary, value }) => html`<p>${summary}</p>${exampleOf(value, baseUrl)}`)}
${fieldSection(document, json.schema, 'request')}`;
}

function responseOf(document: OpenApiDocument, { responses }: DocumentedOperation, baseUrl: string): readonly Html[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => {
      const { description, content } = resolveReference(document, response) as Response;
      const json = content?.['application/json'];
      return html`<h2>Response ${status}</h2><p>${withCodes(description)}</p>
${Object.values(json?.examples ?? {}).map(({ summary, value }) => html`<p>${summary}</p>${exampleOf(value, baseUrl)}`)}
${json?.schema && fieldSection(document, json.schema, 'response')}`;
    });
}

/** One line for each code that the operation can answer with. */
function errorTable(document: OpenApiDocument, operation: DocumentedOperation): Html {
  const byCode = Map.groupBy(refusalsOf(document, operation), ({ code }) => code);
  return html`<h2>Errors</h2>
<div class="scroll"><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead><tbody>
${[...byCode].map(
  ([code, refusals]) =>
    html`<tr><td>${refusals.map(({ status }) => status).join(', ')}</td><td><a href="${pageOfCode(code)}"><code>${code}</code></a></td><td>${codes[code].text}</td></tr>`,
)}</tbody></table></div>`;
}
