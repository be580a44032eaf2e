import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { html } from '@open-banking/pages';
import { markdownPages, sitePages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { fileNamesIn } from '../documents/document-text.js';
import { allDownloads } from '../documents/download-links.js';
import { withoutMarkers } from '../documents/own-address.js';
import { OwnDocumentsService, type RenderedDocument } from '../documents/own-documents.service.js';
import { documentationPage } from '../visit/documentation-page.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { guideNames, guidesIndex } from './guide-list.js';
import { installFiles, withFileNames } from './install-files.js';

/** Programs as files to save, by name: those of the guides, and those of docs/clients.md. */
const programs: ReadonlyMap<string, string> = new Map(
  ['docs/guides/programs', 'docs/clients'].flatMap((folder) => fileNamesIn(folder, '').map((name) => [name, `${folder}/${name}`] as const)),
);

/** The guides of docs/guides, programs as files to save, and the packages for Node and Python as files to install. */
@Injectable()
export class GuidePagesService implements RouteRegistrar {
  private readonly guides = new Set(guideNames());

  constructor(
    private readonly router: PortalRouter,
    private readonly documents: OwnDocumentsService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    const list = documentationPage(() => this.list());
    return this.router.open(server, [
      [sitePages.showGuides, list],
      [markdownPages.readGuides, list],
      [sitePages.showGuide, documentationPage((visit) => this.guide(visit))],
    ]);
  }

  private list(): PageResult {
    const { content } = this.rendered(guidesIndex);
    return { title: 'Guides', content: html`${content}<h2>Downloads</h2>${allDownloads()}` };
  }

  private guide({ params: { guide = '' } }: Visit): PageResult {
    const program = programs.get(guide);
    if (program !== undefined) return { file: withoutMarkers(this.documents.text(program)), type: 'text/plain; charset=utf-8' };
    const toInstall = installFiles.get(guide);
    if (toInstall) return { file: readFileSync(toInstall.url), type: toInstall.type };
    if (!this.guides.has(guide)) throw new Refusal('RESOURCE_UNKNOWN', 'there is no such guide');
    const { title, content } = this.rendered(`${guide}.md`);
    return { title, content: html`<p><a href="${sitePages.showGuides.path}">Guides</a></p>${content}` };
  }

  private rendered(name: string): RenderedDocument {
    return this.documents.page(`docs/guides/${name}`, withFileNames);
  }
}
