import { html, type Html } from '@open-banking/pages';
import { sitePages } from '@open-banking/spec';
import { linkTarget } from './document-links.js';
import { headingAnchor } from './heading-anchor.js';
import { renderMarkdown } from './markdown.js';

/** A release with a date: `## 0.2.0 (2026-11-30)`. What is not released yet is no entry. */
const release = /^## (?<title>\S+ \((?<date>\d{4}-\d\d-\d\d)\))\n(?<text>[^]*?)(?=^## |(?![^]))/gm;

/** The releases of the changelog as an Atom feed (RFC 4287), the newest first. `site`: the portal's address without a slash at its end. */
export function changelogFeed(changelog: string, site: string, bankName: string): string {
  const page = site + sitePages.showChangelog.path;
  const entries = [...changelog.matchAll(release)].map(({ groups = {} }) => {
    const { title = '', date = '', text = '' } = groups;
    return { title, updated: `${date}T00:00:00Z`, address: `${page}#${headingAnchor(title, new Map())}`, text };
  });
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${bankName} for developers: changelog</title>
<id>${page}</id>
<link rel="alternate" type="text/html" href="${page}"/>
<link rel="self" type="application/atom+xml" href="${site + sitePages.readChangelogFeed.path}"/>
<updated>${entries[0]?.updated ?? '1970-01-01T00:00:00Z'}</updated>
<author><name>${bankName}</name></author>
${entries.map(({ title, updated, address, text }) => html`<entry><title>${title}</title><id>${address}</id><link rel="alternate" type="text/html" href="${address}"/><updated>${updated}</updated><content type="html">${contentOf(text, site)}</content></entry>\n`)}</feed>
`.text;
}

/** The text of a release as markup with links in full: it is read away from the site. */
function contentOf(text: string, site: string): string {
  const blocks: Html = html`${renderMarkdown(text, (target, label) => linkTarget('CHANGELOG.md', target, label))}`;
  return blocks.text.replaceAll('href="/', `href="${site}/`).replaceAll('href="#', `href="${site}${sitePages.showChangelog.path}#`);
}
