import { html, type Html } from '@open-banking/pages';
import { downloadPages, markdownPages, postmanFiles, sitePages } from '@open-banking/spec';
import { withColumnLabels } from './column-labels.js';
import type { Frame } from './frame.js';
import { accountMenu, navigation } from './navigation.js';

interface Form {
  /** A page that is one form. */
  readonly narrow?: boolean | undefined;
  /** The path of the page as Markdown. */
  readonly markdown?: string | undefined;
  /** The paths of further scripts; `none`: not even the portal's own. */
  readonly scripts?: readonly string[] | 'none' | undefined;
}

/** Deferred: a page is shown before its scripts run, and they run in this order. Modules, so that they share no names. */
const scriptsOf = (further: readonly string[] | 'none'): Html =>
  html`${further !== 'none' && [sitePages.showScript.path, ...further].map((path) => html`\n<script src="${path}" type="module"></script>`)}`;

const downloads = [
  [downloadPages.downloadOpenApi.path, 'OpenAPI'],
  [postmanFiles.collection, 'Postman'],
  [downloadPages.showCollection.path, '.http files'],
  [downloadPages.showDocuments.path, 'All documents'],
] as const;

const footer = ({ bankName }: Frame, markdown: string | undefined): Html => html`<footer><p>${bankName} · open banking</p>
<nav aria-label="Downloads"><ul>${downloads.map(([path, name]) => html`<li><a href="${path}">${name}</a></li>`)}
<li><a href="${markdownPages.showLlms.path}">llms.txt</a></li>${markdown !== undefined && html`<li><a href="${markdown}">This page as Markdown</a></li>`}</ul></nav></footer>`;

/** A whole page. */
export function portalPage(frame: Frame, title: string, content: Html, { narrow = false, markdown, scripts = [] }: Form = {}): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${frame.bankName} for developers</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/portal.css">${
    markdown !== undefined &&
    html`
<link rel="alternate" type="text/markdown" href="${markdown}">`
  }${scriptsOf(scripts)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><div class="bar">
<a class="home" href="/">${frame.bankName}<span> for developers</span></a>
${accountMenu(frame)}
</div>
${navigation(frame)}
${frame.sandbox && html`<p class="sandbox">This is a sandbox: its customers and their money are made up.</p>`}
</header>
<main id="content" tabindex="-1" ${narrow && html`class="narrow"`}>${withColumnLabels(content)}</main>
${footer(frame, markdown)}
</body>
</html>`.text;
}

/** A notice of success (`done`), of a failure (`alert`) or for information (`note`), read out at once by a screen reader. */
export const portalNotice = (kind: 'done' | 'alert' | 'note', text: string | Html): Html =>
  html`<div class="notice ${kind}" role="${kind === 'alert' ? 'alert' : 'status'}"><p>${text}</p></div>`;
