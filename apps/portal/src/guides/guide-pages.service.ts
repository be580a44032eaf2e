import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { html } from '@open-banking/pages';
import { markdownPages, sitePages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { linkTarget, titleOf } from '../documents/document-links.js';
import { documentText, fileNamesIn } from '../documents/document-text.js';
import { renderMarkdown } from '../documents/markdown.js';
import { withOwnAddress, withoutMarkers } from '../documents/own-address.js';
import { allDownloads } from '../documents/download-links.js';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
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
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
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
    if (program !== undefined) return { file: this.own(withoutMarkers(documentText(program))), type: 'text/plain; charset=utf-8' };
    const toInstall = installFiles.get(guide);
    if (toInstall) return { file: readFileSync(toInstall.url), type: toInstall.type };
    if (!this.guides.has(guide)) throw new Refusal('RESOURCE_UNKNOWN', 'there is no such guide');
    const { title, content } = this.rendered(`${guide}.md`);
    return { title, content: html`<p><a href="${sitePages.showGuides.path}">Guides</a></p>${content}` };
  }

  private rendered(name: string) {
    const path = `docs/guides/${name}`;
    const text = this.own(withFileNames(documentText(path)));
    return { title: titleOf(text), content: html`${renderMarkdown(text, (target, label) => linkTarget(path, target, label))}` };
  }

  private own(text: string): string {
    const { baseUrl } = this.service;
    return withOwnAddress(text, baseUrl, portalUrl(baseUrl, this.portal.portalHost));
  }
}
