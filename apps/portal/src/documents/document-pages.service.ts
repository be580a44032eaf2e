import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import { downloadPages, markdownPages, sitePages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { documentationPage } from '../visit/documentation-page.js';
import type { Frame } from '../visit/frame.js';
import { PortalRouter, type PageHandler, type PageResult, type Visit } from '../visit/portal-router.js';
import { changelogFeed } from './changelog-feed.js';
import { listDocuments, type ListedDocument } from './document-list.js';
import { documentPicture, documentText, fileNamesIn } from './document-text.js';
import { OwnDocumentsService } from './own-documents.service.js';

/** Pages at `/docs/…` whose document is not `docs/….md`. */
const elsewhere: Readonly<Record<string, string>> = {
  CONTRIBUTING: 'CONTRIBUTING.md',
  SECURITY: 'SECURITY.md',
  ports: 'docs/ports/README.md',
};

const namesOf = (folder: string): string[] => fileNamesIn(folder, '.md').map((name) => name.slice(0, -'.md'.length));

/** The documents of the repository: those with an address of their own, and all others at `/docs`. */
@Injectable()
export class DocumentPagesService implements RouteRegistrar {
  private readonly paths: ReadonlyMap<string, string> = new Map([
    ...namesOf('docs').map((name) => [name, `docs/${name}.md`] as const),
    ...Object.entries(elsewhere),
  ]);
  private readonly decisions = new Set(namesOf('docs/decisions'));
  private readonly ports = new Set(fileNamesIn('docs/ports', '.json'));
  private readonly pictures = new Set(fileNamesIn('docs/pictures', '.png'));
  private readonly programs = new Set(fileNamesIn('docs', '.mjs'));

  constructor(
    private readonly router: PortalRouter,
    private readonly documents: OwnDocumentsService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    const of = (path: string): PageHandler => documentationPage(() => this.documents.page(path));
    const list = documentationPage(() => documentList());
    const changelog = documentationPage(() => this.changelog());
    return this.router.open(server, [
      [sitePages.showChangelog, changelog],
      [markdownPages.readChangelog, changelog],
      [sitePages.readChangelogFeed, ({ frame }) => this.feed(frame)],
      [sitePages.showVersions, of('docs/versions.md')],
      [markdownPages.readVersions, of('docs/versions.md')],
      [sitePages.showReading, of('docs/reading.md')],
      [markdownPages.readReading, of('docs/reading.md')],
      [downloadPages.showDocuments, list],
      [markdownPages.readDocuments, list],
      [downloadPages.showDocument, documentationPage((visit) => this.document(visit))],
      [downloadPages.showDecision, documentationPage((visit) => this.decision(visit))],
      [downloadPages.showPort, (visit) => this.port(visit)],
      [downloadPages.showPicture, (visit) => this.picture(visit)],
    ]);
  }

  private changelog(): PageResult {
    const { title, content } = this.documents.page('CHANGELOG.md');
    return { title, content: html`${content}${feedLink}` };
  }

  private feed({ site, bankName }: Frame): PageResult {
    return { file: changelogFeed(this.documents.text('CHANGELOG.md'), site, bankName), type: 'application/atom+xml; charset=utf-8' };
  }

  private document({ params: { document = '' } }: Visit): PageResult {
    if (this.programs.has(document)) return { file: documentText(`docs/${document}`), type: 'text/plain; charset=utf-8' };
    const path = this.paths.get(document);
    if (path === undefined) throw new Refusal('RESOURCE_UNKNOWN', 'there is no such document');
    return this.below(path);
  }

  private decision({ params: { document = '' } }: Visit): PageResult {
    if (!this.decisions.has(document)) throw new Refusal('RESOURCE_UNKNOWN', 'there is no such decision');
    return this.below(`docs/decisions/${document}.md`);
  }

  /** The OpenAPI document of a port of the bank. */
  private port({ params: { document = '' } }: Visit): PageResult {
    if (!this.ports.has(document)) throw new Refusal('RESOURCE_UNKNOWN', 'there is no such port');
    return { file: documentText(`docs/ports/${document}`), type: 'application/json' };
  }

  private picture({ params: { file = '' } }: Visit): PageResult {
    if (!this.pictures.has(file)) throw new Refusal('RESOURCE_UNKNOWN', 'there is no such picture');
    return { file: documentPicture(file), type: 'image/png' };
  }

  /** A document with a link to the list of all. */
  private below(path: string): PageResult {
    const { title, content } = this.documents.page(path);
    return { title, content: html`${allDocuments}${content}` };
  }
}

const feedLink = html`<p><a href="${sitePages.readChangelogFeed.path}" type="application/atom+xml">New releases as a feed (Atom)</a></p>`;
const allDocuments = html`<p><a href="${downloadPages.showDocuments.path}">All documents</a></p>`;

const section = (title: string, documents: readonly ListedDocument[]): Html =>
  html`<h2>${title}</h2><ul>${documents.map(({ title: name, address }) => html`<li><a href="${address}">${name}</a></li>`)}</ul>`;

function documentList(): PageResult {
  const { thirdParties, bank, decisions } = listDocuments();
  return {
    title: 'All documents',
    content: html`<h1>All documents</h1>
<p>Begin with the <a href="${sitePages.showGuides.path}">guides</a> and the <a href="${sitePages.showReference.path}">reference</a>. The <a href="${sitePages.showChangelog.path}">changelog</a> lists what has changed.</p>
${section('For third parties', thirdParties)}
${section('For the bank', bank)}
${section('Decisions', decisions)}`,
  };
}
