import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import {
  downloadPages,
  markdownPages,
  operations,
  postmanFiles,
  products,
  sandboxRowsOf,
  sitePages,
  type Operation,
} from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { listDocuments, type ListedDocument } from '../documents/document-list.js';
import { listGuides } from '../guides/guide-list.js';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import { documentedOperation } from '../reference/openapi-documents.js';
import { PortalRouter } from '../visit/portal-router.js';
import { openApiAddress } from '../documents/download-links.js';

/** The list of pages for software that reads documentation (https://llmstxt.org): a title, a summary, and links with what each is about. */
@Injectable()
export class LlmsService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [[markdownPages.showLlms, () => ({ file: this.text(), type: 'text/markdown; charset=utf-8' })]]);
  }

  private text(): string {
    const { decisions: _, bank, thirdParties } = listDocuments();
    const sandbox = this.service.sandbox ? sandboxRowsOf('portal') : [];
    return [
      `# ${this.portal.bankName} for developers`,
      `> ${operations.length} operations of ${products.length} open-banking products under ${this.service.baseUrl}: accounts, payments, mandates, cards, savings, loans and securities of customers who have agreed.`,
      'Each page is Markdown at its address with `.md`. A call needs a token of one of the issuers, and most reads a consent that a customer has approved: the guides show the whole flow.',
      this.section('Guides', [{ title: 'Guides', address: sitePages.showGuides.path }, ...listGuides()]),
      this.section('Documents', thirdParties),
      this.section('Operations', [...operations, ...sandbox].map(operationEntry)),
      this.section('Downloads', downloads, ''),
      this.section('Optional', [{ title: 'Changelog', address: sitePages.showChangelog.path }, ...bank]),
    ].join('\n\n');
  }

  private section(title: string, entries: readonly Entry[], ending = '.md'): string {
    const site = portalUrl(this.service.baseUrl, this.portal.portalHost);
    const lines = entries.map(
      ({ title: name, address, about }) => `- [${name}](${site}${address}${ending})${about === undefined ? '' : `: ${about}`}`,
    );
    return [`## ${title}`, lines.join('\n')].join('\n\n');
  }
}

interface Entry extends ListedDocument {
  readonly about?: string;
}

function operationEntry({ id, method, path }: Operation): Entry {
  const [about = ''] = documentedOperation(id)!.operation.description.split(' Needs ');
  return { title: id, address: `${sitePages.showReference.path}/${id}`, about: `\`${method} ${path}\` ${about}` };
}

const downloads: readonly Entry[] = [
  { title: 'OpenAPI 3.1 of all products', address: downloadPages.downloadOpenApi.path },
  { title: 'OpenAPI 3.0 of all products', address: downloadPages.downloadOpenApi30.path },
  ...products.map(({ product: { id, title } }) => ({ title: `OpenAPI 3.1: ${title}`, address: openApiAddress(id) })),
  { title: 'Postman collection', address: postmanFiles.collection },
  { title: 'Postman environment', address: postmanFiles.environment },
];
