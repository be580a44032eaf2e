import { html, Html } from './html.js';
import type { FastifyRequest } from 'fastify';
import { languageOf, languages, localeOf, type Language } from './locale.js';
import type { PageLink, Theme } from './theme.js';

/** The values that every page needs besides its own. */
export interface Frame {
  readonly language: Language;
  readonly theme: Theme;
  readonly sandbox: boolean;
  /** A page that can be had again in the other language, by the same address. */
  readonly switchable: boolean;
}

/** The frame of a page that a browser asks for: in the language of its address, else in the one that the browser prefers. */
export const pageFrame = (
  { theme, sandbox }: Pick<Frame, 'theme' | 'sandbox'>,
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
): Frame => {
  const { lang } = query as { readonly lang?: string };
  return { language: languageOf(lang, headers['accept-language']), theme, sandbox, switchable: true };
};

const mark = new Html(
  '<svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="8" fill="currentColor" fill-opacity=".16"/><path d="M6 12 14 6.5 22 12v1.5H6zM8 15.5h2.4V20H8zm4.8 0h2.4V20h-2.4zm4.8 0H20V20h-2.4zM6 21.2h16v1.6H6z" fill="currentColor"/></svg>',
);

/** A whole page. The switch of language is a link to the same page; where an answer was refused it begins the page again. */
export function page({ language, theme, sandbox, switchable }: Frame, title: string, content: Html): string {
  const words = localeOf(language);
  const others = languages.filter((one) => one !== language);
  return html`<!doctype html>
<html lang="${language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${theme.bankName}</title>
<style>${new Html(theme.style)}</style>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header>
<div class="top"><div>${theme.logo === undefined ? mark : logoOf(theme.logo)}<strong>${theme.bankName}</strong>${switchable && others.map((other) => html`<a href="?lang=${other}" lang="${other}" dir="${localeOf(other).direction}" hreflang="${other}">${localeOf(other).name}</a>`)}</div></div>
${sandbox && html`<p class="sandbox">${words.sandbox}</p>`}
</header>
<main id="content" tabindex="-1">${content}</main>
<footer>${pageLinks(theme, words.links)}<p>${words.footer}</p>${words.unreviewed !== undefined && html`<p>${words.unreviewed}</p>`}</footer>
</body>
</html>`.text;
}

/** The bank's name stands beside it. */
const logoOf = (png: string): Html => html`<img src="data:image/png;base64,${png}" alt="">`;

/** The bank's own pages, which open beside this one: what is being answered here is not lost. */
function pageLinks({ links }: Theme, words: Readonly<Record<PageLink, string>>): Html | false {
  const given = (['help', 'privacy', 'accessibility'] as const).filter((link) => links[link] !== undefined);
  return (
    given.length > 0 &&
    html`<ul class="links">${given.map((link) => html`<li><a href="${links[link]}" target="_blank" rel="noopener">${words[link]}</a></li>`)}</ul>`
  );
}

/** `done`: something the customer asked for was done; `note`: something to know; `alert`: something went wrong. */
export type NoticeKind = 'alert' | 'note' | 'done';

/** A notice, read out at once by a screen reader. */
export const notice = (kind: NoticeKind, text: string): Html =>
  html`<div class="notice ${kind}" role="${kind === 'alert' ? 'alert' : 'status'}"><p>${text}</p></div>`;
