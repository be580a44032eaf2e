import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { codes, oauthRefusals, pageOfCode, Refusal, httpStatuses, codeDescriptions, type Code } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import {
  consolePages,
  markdownPages,
  operationsOf,
  products,
  sandboxRowsOf,
  scopesNeeded,
  sitePages,
  type Deprecation,
  type Operation,
} from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { allDownloads, productDownloads } from '../documents/download-links.js';
import { documentationPage } from '../visit/documentation-page.js';
import { portalNotice } from '../visit/portal-page.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { withOwnAddress } from '../documents/own-address.js';
import { withCodes } from './code-spans.js';
import { parametersOf } from './example-call.js';
import { documentedOperation, resolveReference, type DocumentedOperation, type OpenApiDocument, type Schema } from './openapi-documents.js';
import { OperationSamples } from './operation-samples.js';
import { fieldsOf } from './schema-fields.js';

export const referencePath = (id: string): string => `${sitePages.showReference.path}/${id}`;

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
${products.map(({ product }) => operationTable(product.id, product.title, operationsOf(product.service)))}
${this.settings.sandbox && operationTable('sandbox', 'Scenarios of the sandbox', sandboxRowsOf('portal'))}`;
    return { title: 'Reference', content };
  }

  private async operation(visit: Visit): Promise<PageResult> {
    const { params, frame } = visit;
    const found = documentedOperation(params['operationId'] ?? '');
    if (!found) throw new Refusal('RESOURCE_UNKNOWN', 'no operation has this id');
    const { row, operation, document } = found;
    if (row.sandbox && !this.settings.sandbox) throw new Refusal('RESOURCE_UNKNOWN', 'an operation of the sandbox');
    const content = html`<p><a href="${sitePages.showReference.path}">Reference</a></p>
<h1>${operation.summary}</h1>
<p><span class="method">${row.method}</span> <code>${row.path}</code></p>
${row.deprecated && deprecationNotice(row.deprecated)}
<p class="lead">${withCodes(operation.description)}</p>
${frame.sandbox && row.kind !== 'sandbox' && html`<p><a class="button" href="${consolePages.showConsoleOperation.path.replace('{operationId}', row.id)}">Try it in the console</a></p>`}
${productDownloads(row.product)}
${operationFacts(row, operation)}
${parameterTable(document, operation)}
${requestSection(document, operation, this.settings.baseUrl)}
${await this.samples.section(visit, row)}
${responseOf(document, operation, this.settings.baseUrl)}
${errorTable(document, operation)}`;
    return { title: operation.summary, content };
  }
}

const deprecationNotice = ({ since, lastDay }: Deprecation): Html =>
  portalNotice(
    'alert',
    html`Deprecated since ${since}, and served until ${lastDay}: the <a href="${sitePages.showChangelog.path}">changelog</a> names what replaces it.`,
  );

const operationTable = (id: string, title: string, rows: readonly Operation[]): Html => html`<h2 id="${id}">${title}</h2>
<div class="scroll"><table><thead><tr><th scope="col">Operation</th><th scope="col">Request</th><th scope="col">What it does</th></tr></thead><tbody>
${rows.map(operationLine)}</tbody></table></div>`;

function operationLine({ id, method, path, deprecated }: Operation): Html {
  const { operation } = documentedOperation(id)!;
  const [first] = operation.description.split(' Needs ');
  return html`<tr><td><a href="${referencePath(id)}"><code>${id}</code></a></td><td><span class="method">${method}</span> <code>${path}</code></td><td>${deprecated && html`<span class="badge bad">deprecated</span> `}${withCodes(first!)}</td></tr>`;
}

function operationFacts({ id, kind, token, permission }: Operation, { 'x-limits': limits }: DocumentedOperation): Html {
  const windows = Object.entries(limits?.windows ?? {}).map(([window, max]) => `${max.toLocaleString('en')} a ${window}`);
  const kinds = { client: "the client's own token", customer: "a customer's token", either: "the client's own token or a customer's" };
  return html`<dl class="facts"><dt>Operation id</dt><dd><code>${id}</code></dd>
<dt>Token</dt><dd>${token ? html`${kinds[token.kind]} of the ${token.issuer} issuer, scope ${scopesNeeded(token).map((scope, index) => html`${index > 0 && ' or '}<code>${scope}</code>`)}` : kind === 'sandbox' ? 'a sandbox key' : 'none'}</dd>
${permission !== undefined && html`<dt>Permission</dt><dd><code>${permission}</code></dd>`}
<dt>Limits</dt><dd>${windows.join(', ')} per ${limits?.per ?? 'client'}</dd></dl>`;
}

function parameterTable(document: OpenApiDocument, operation: DocumentedOperation): Html {
  const parameters = parametersOf(document, operation);
  return html`<h2>Parameters</h2>
<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Meaning</th></tr></thead><tbody>
${parameters.map(
  ({ name, in: where, required, description = '', schema }) =>
    html`<tr><td><code>${name}</code>${required && html` <span class="badge">required</span>`}</td><td>${where}</td><td>${withCodes(description)}${schema?.enum && html` One of ${schema.enum.map((value, at) => html`${at > 0 && ', '}<code>${String(value)}</code>`)}.`}</td></tr>`,
)}</tbody></table></div>`;
}

const fieldTable = (document: OpenApiDocument, schema: Schema): Html => html`<div class="scroll"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Form</th><th scope="col">Meaning</th></tr></thead><tbody>
${fieldsOf(document, schema).map(
  ({ name, form, required, about }) =>
    html`<tr><td><code>${name}</code>${required && html` <span class="badge">required</span>`}</td><td><code>${form}</code></td><td>${withCodes(about)}</td></tr>`,
)}</tbody></table></div>`;

const exampleOf = (value: unknown, baseUrl: string): Html =>
  html`<pre tabindex="0"><code>${withOwnAddress(JSON.stringify(value, null, 2), baseUrl)}</code></pre>`;

function requestSection(document: OpenApiDocument, { requestBody }: DocumentedOperation, baseUrl: string): Html | false {
  const json = requestBody?.content['application/json'];
  if (!json?.schema) return false;
  return html`<h2>Request body</h2>
${Object.values(json.examples ?? {}).map(({ summary, value }) => html`<p>${summary}</p>${exampleOf(value, baseUrl)}`)}
<details><summary>All fields</summary>${fieldTable(document, json.schema)}</details>`;
}

function responseOf(document: OpenApiDocument, { responses }: DocumentedOperation, baseUrl: string): readonly Html[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => {
      const { description, content } = resolveReference(document, response) as { description: string; content?: DocumentedContent };
      const json = content?.['application/json'];
      return html`<h2>Response ${status}</h2><p>${withCodes(description)}</p>
${Object.values(json?.examples ?? {}).map(({ summary, value }) => html`<p>${summary}</p>${exampleOf(value, baseUrl)}`)}
${json?.schema && html`<details><summary>All fields</summary>${fieldTable(document, json.schema)}</details>`}`;
    });
}
type DocumentedContent = NonNullable<DocumentedOperation['requestBody']>['content'];

function errorTable(document: OpenApiDocument, { responses }: DocumentedOperation): Html {
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return html`<h2>Errors</h2>
<div class="scroll"><table><thead><tr><th scope="col">Status</th><th scope="col">Codes</th><th scope="col">Meaning</th></tr></thead><tbody>
${refusals.map(
  ([status, response]) =>
    html`<tr><td>${status}</td><td>${codesOf(resolveReference(document, response)).map((code) => html`<a href="${pageOfCode(code)}"><code>${code}</code></a> `)}</td><td>${withCodes((resolveReference(document, response) as { description: string }).description)}</td></tr>`,
)}</tbody></table></div>`;
}

const everyCode = Object.keys(codes) as Code[];
/** The codes that an operation can answer with this status: the document has an example of each. */
const codesOf = ({ content }: { readonly content?: DocumentedContent }): Code[] =>
  Object.keys(content?.['application/json']?.examples ?? {}) as Code[];

function errorList(): PageResult {
  return {
    title: 'Errors',
    content: html`<h1>Errors</h1>
<p>Each refusal has one or more <code>tppMessages</code> with a code, a text that says what would be right, and the path of the field or the name of the header it is about. <code>href</code> leads to the page of its code.</p>
<div class="scroll"><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Text</th></tr></thead><tbody>
${everyCode.map((code) => html`<tr><td>${httpStatuses(code).join(', ')}</td><td><a href="${pageOfCode(code)}"><code>${code}</code></a></td><td>${codes[code].text}</td></tr>`)}</tbody></table></div>
<h2 id="oauth-endpoints">OAuth endpoints</h2>
<p>Pushed requests, token, revocation and registration refuse in the form of OAuth: <code>error</code>, and <code>error_description</code> with what would be right. The authorization endpoint sends the same to the redirect URI of the client.</p>
<div class="scroll"><table><thead><tr><th scope="col">Error</th><th scope="col">Status</th><th scope="col">When, and what to do</th></tr></thead><tbody>
${oauthRefusals.map(({ error: named, statuses, when }) => html`<tr><td><code>${named}</code></td><td>${statuses.join(', ')}</td><td>${withCodes(when)}</td></tr>`)}</tbody></table></div>`,
  };
}

function error({ params }: Visit): PageResult {
  const code = everyCode.find((one) => one === params['code']);
  if (!code) throw new Refusal('RESOURCE_UNKNOWN', 'no error has this code');
  return {
    title: code,
    content: html`<p><a href="${sitePages.showErrors.path}">Errors</a></p>
<h1>${code}</h1>
<p class="lead">${codes[code].text}</p>
<dl class="facts"><dt>Status</dt><dd>${httpStatuses(code).join(', ')}</dd></dl>
<h2>When it is returned, and what to do</h2><p>${withCodes(codeDescriptions[code])}</p>`,
  };
}
