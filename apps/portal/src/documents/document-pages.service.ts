import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { html } from '@open-banking/pages';
import { sitePages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { PortalRouter, type PageResult } from '../visit/portal-router.js';
import { documentText } from './document-text.js';
import { renderMarkdown } from './markdown.js';

/** The pages of the portal that documents of the repository link to, by the document's name. */
export const pageOfDocument: Readonly<Record<string, string>> = {
  'CHANGELOG.md': sitePages.showChangelog.path,
  'errors.md': sitePages.showErrors.path,
  'operations.md': sitePages.showReference.path,
  'reading.md': sitePages.showReading.path,
  'versions.md': sitePages.showVersions.path,
};

/** Documents of the repository that third parties need, as pages. */
@Injectable()
export class DocumentPagesService implements RouteRegistrar {
  constructor(private readonly router: PortalRouter) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [sitePages.showChangelog, page('Changelog', 'CHANGELOG.md')],
      [sitePages.showVersions, page('Versions', 'docs/versions.md')],
      [sitePages.showReading, page('Reading', 'docs/reading.md')],
    ]);
  }
}

/** The page of a document, rendered when it is first asked for. */
function page(title: string, path: string): () => PageResult {
  let result: PageResult | undefined;
  return () => (result ??= { title, content: html`${renderMarkdown(documentText(path), pageOfDocument)}` });
}
