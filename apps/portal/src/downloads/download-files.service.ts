import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { html } from '@open-banking/pages';
import { downloadPages, markdownPages, products } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { fileNamesIn } from '../documents/document-text.js';
import { OwnDocumentsService } from '../documents/own-documents.service.js';
import { documentationPage } from '../visit/documentation-page.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { allDownloads, productDownloads } from '../documents/download-links.js';

const readme = 'docs/collection/README.md';

/** OpenAPI documents, the Postman collection and the `.http` files, with the addresses of this bank. */
@Injectable()
export class DownloadFilesService implements RouteRegistrar {
  /** Those of the sandbox's operations too: a document of every bank links to them. */
  private readonly openApi = new Set(fileNamesIn('docs/openapi', '.json'));
  private readonly postman = new Set(fileNamesIn('docs/postman', '.json'));
  private readonly jsonTexts = new Map<string, string>();
  private readonly collection = new Set(fileNamesIn('docs/collection', '.http'));

  constructor(
    private readonly router: PortalRouter,
    private readonly service: ServiceSettings,
    private readonly documents: OwnDocumentsService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    const list = documentationPage(() => this.list());
    return this.router.open(server, [
      [downloadPages.downloadOpenApi, () => this.openApiDocument('docs/openapi/open-banking.json')],
      [downloadPages.downloadOpenApi30, () => this.openApiDocument('docs/openapi/open-banking-3.0.json')],
      [downloadPages.downloadProductOpenApi, (visit) => this.openApiDocument(`docs/openapi/${named(visit, this.openApi)}`)],
      [downloadPages.downloadPostman, (visit) => this.jsonFile(`docs/postman/${named(visit, this.postman)}`)],
      [downloadPages.downloadCollection, (visit) => this.httpFile(named(visit, this.collection))],
      [downloadPages.showCollection, list],
      [markdownPages.readCollection, list],
    ]);
  }

  private list(): PageResult {
    const { title, content: text } = this.documents.page(readme);
    const content = html`${text}
<h2>All products</h2>${allDownloads()}
${products.map(({ product: { id, title } }) => html`<h3>${title}</h3>${productDownloads(id)}`)}
${this.service.sandbox && html`<h3>Scenarios of the sandbox</h3>${productDownloads('sandbox')}`}`;
    return { title, content };
  }

  /** A file of calls, without the line for those who have its sources. */
  private httpFile(name: string): PageResult {
    const text = this.documents.text(`docs/collection/${name}`).replace(/^# Written by [^\n]*\n/, '');
    return { file: text, type: 'text/plain; charset=utf-8' };
  }

  /** An OpenAPI document, whose server is this bank and no longer a sandbox on the reader's machine. */
  private openApiDocument(path: string): PageResult {
    return this.jsonFile(path, ({ servers, ...document }) => ({
      ...document,
      servers: (servers as { url: string }[]).map(({ url }) => ({ url })),
    }));
  }

  /** A file without the sentence for those who have its sources. */
  private jsonFile(path: string, change = (content: Record<string, unknown>): object => content): PageResult {
    let text = this.jsonTexts.get(path);
    if (text === undefined) {
      const { 'x-generated': _, ...content } = JSON.parse(this.documents.text(path)) as Record<string, unknown>;
      text = JSON.stringify(change(content), null, 2);
      this.jsonTexts.set(path, text);
    }
    return { file: text, type: 'application/json' };
  }
}

/** The name of the file that is asked for. Throws where there is none of it. */
function named({ params: { file = '' } }: Visit, files: ReadonlySet<string>): string {
  if (!files.has(file)) throw new Refusal('RESOURCE_UNKNOWN', 'there is no such file');
  return file;
}
