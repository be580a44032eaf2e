import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { html } from '@open-banking/pages';
import { downloadPages, markdownPages, products } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { linkTarget, titleOf } from '../documents/document-links.js';
import { documentText, fileNamesIn } from '../documents/document-text.js';
import { renderMarkdown } from '../documents/markdown.js';
import { withOwnAddresses } from '../documents/own-addresses.js';
import { PortalSettings } from '../portal.settings.js';
import { documentationPage } from '../visit/documentation-page.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { allDownloads, productDownloads } from './download-links.js';

const json = 'application/json';
const text = 'text/plain; charset=utf-8';
const readme = 'docs/collection/README.md';

/** OpenAPI documents, the Postman collection and the `.http` files, with the addresses of this bank. */
@Injectable()
export class DownloadFilesService implements RouteRegistrar {
  private readonly openApi = new Set(fileNamesIn('docs/openapi', '.json'));
  private readonly postman = new Set(fileNamesIn('docs/postman', '.json'));
  private readonly collection = new Set(fileNamesIn('docs/collection', '.http'));

  constructor(
    private readonly router: PortalRouter,
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    const list = documentationPage(() => this.list());
    return this.router.open(server, [
      [downloadPages.downloadOpenApi, () => this.file('docs/openapi/open-banking.json', json)],
      [downloadPages.downloadOpenApi30, () => this.file('docs/openapi/open-banking-3.0.json', json)],
      [downloadPages.downloadProductOpenApi, (visit) => this.named(visit, this.openApiFiles, 'docs/openapi', json)],
      [downloadPages.downloadPostman, (visit) => this.named(visit, this.postman, 'docs/postman', json)],
      [downloadPages.downloadCollection, (visit) => this.named(visit, this.collection, 'docs/collection', text)],
      [downloadPages.showCollection, list],
      [markdownPages.readCollection, list],
    ]);
  }

  /** Without those of the sandbox where this is none. */
  private get openApiFiles(): ReadonlySet<string> {
    return this.service.sandbox ? this.openApi : new Set([...this.openApi].filter((name) => !name.startsWith('sandbox')));
  }

  private list(): PageResult {
    const markdown = withOwnAddresses(documentText(readme), this.service.baseUrl, this.portal.portalHost);
    const content = html`${renderMarkdown(markdown, (target, label) => linkTarget(readme, target, label))}
<h2>All products</h2>${allDownloads()}
${products.map(({ product: { id, title } }) => html`<h3>${title}</h3>${productDownloads(id)}`)}
${this.service.sandbox && html`<h3>Scenarios of the sandbox</h3>${productDownloads('sandbox')}`}`;
    return { title: titleOf(markdown), content };
  }

  private named({ params: { file = '' } }: Visit, files: ReadonlySet<string>, folder: string, type: string): PageResult {
    if (!files.has(file)) throw new Refusal('RESOURCE_UNKNOWN', 'there is no such file');
    return this.file(`${folder}/${file}`, type);
  }

  private file(path: string, type: string): PageResult {
    return { file: withOwnAddresses(documentText(path), this.service.baseUrl, this.portal.portalHost), type };
  }
}
