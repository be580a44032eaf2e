import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { html } from '@open-banking/pages';
import { sitePages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { pageOfDocument } from '../documents/document-pages.service.js';
import { documentText } from '../documents/document-text.js';
import { renderMarkdown } from '../documents/markdown.js';
import { withOwnAddress, withoutMarkers } from '../documents/own-address.js';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';

const folder = new URL('../../../../docs/guides/', import.meta.url);
const index = 'README.md';

const packageFolder = new URL('../../../../client/dist/packed/', import.meta.url);
const read = (path: string): string => documentText(`docs/guides/${path}`);
const guidePath = (guide: string): string => `${sitePages.showGuides.path}/${guide}`;
const isPage = (name: string): boolean => name.endsWith('.md') && name !== index;

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

/** The guides of docs/guides, their programs as files to save, and the npm package as a file to install. */
@Injectable()
export class GuidePagesService implements RouteRegistrar {
  private readonly pages = new Map(
    readdirSync(folder)
      .filter(isPage)
      .map((name) => [name.slice(0, -'.md'.length), name]),
  );
  private readonly programs = new Set(readdirSync(new URL('programs/', folder)));

  /** The addresses on this site that the names in a guide lead to. */
  private readonly links = {
    ...pageOfDocument,
    ...Object.fromEntries([...this.pages].map(([guide, name]) => [name, guidePath(guide)])),
    ...Object.fromEntries([...this.programs].map((name) => [name, guidePath(name)])),
  };

  private readonly packages = new Set(existsSync(packageFolder) ? readdirSync(packageFolder) : []);

  constructor(
    private readonly router: PortalRouter,
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [sitePages.showGuides, () => this.list()],
      [sitePages.showGuide, (visit) => this.guide(visit)],
    ]);
  }

  private list(): PageResult {
    return { title: 'Guides', content: html`${renderMarkdown(read(index), this.links)}` };
  }

  private guide({ params: { guide = '' } }: Visit): PageResult {
    if (this.programs.has(guide)) return { file: this.own(withoutMarkers(read(`programs/${guide}`))), type: 'text/plain; charset=utf-8' };
    if (this.packages.has(guide)) return { file: readFileSync(new URL(guide, packageFolder)), type: 'application/gzip' };
    const page = this.pages.get(guide);
    if (page === undefined) throw new Refusal('RESOURCE_UNKNOWN', 'there is no such guide');
    const text = this.own(read(page));
    const content = html`<p><a href="${sitePages.showGuides.path}">Guides</a></p>
${renderMarkdown(text, this.links)}`;
    return { title: titleOf(text), content };
  }

  private own(text: string): string {
    const { baseUrl } = this.service;
    return withOwnAddress(text, baseUrl, portalUrl(baseUrl, this.portal.portalHost));
  }
}
