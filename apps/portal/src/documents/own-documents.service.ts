import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { html, type Html } from '@open-banking/pages';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import { linkTarget, titleOf } from './document-links.js';
import { documentText } from './document-text.js';
import { renderMarkdown } from './markdown.js';
import { withOwnAddress } from './own-address.js';

/** A document of the repository as it is shown. */
export interface RenderedDocument {
  readonly title: string;
  readonly content: Html;
}

/** The repository's files with the addresses of this bank. A path begins at the repository's root: `docs/reading.md`. */
@Injectable()
export class OwnDocumentsService {
  private readonly rendered = new Map<string, RenderedDocument>();

  constructor(
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
  ) {}

  text(path: string): string {
    const { baseUrl } = this.service;
    return withOwnAddress(documentText(path), baseUrl, portalUrl(baseUrl, this.portal.portalHost));
  }

  /** A document in Markdown, rendered when it is first asked for. `change` is the same each time that a path is given. */
  page(path: string, change: (text: string) => string = (text) => text): RenderedDocument {
    const known = this.rendered.get(path);
    if (known) return known;
    const text = change(this.text(path));
    const content = html`${renderMarkdown(text, (target, label) => linkTarget(path, target, label))}`;
    const document = { title: titleOf(text), content };
    this.rendered.set(path, document);
    return document;
  }
}
