import { html, type Html } from '@open-banking/pages';
import type { Notice } from './view-sessions.js';

const places = [
  ['/', 'Overview'],
  ['/clients', 'Clients'],
  ['/held', 'Held'],
  ['/clearing', 'Clearing'],
  ['/jobs', 'Jobs'],
  ['/notifications', 'Notifications'],
  ['/adjustments', 'Adjustments'],
  ['/proposals', 'Proposals'],
  ['/audit', 'Audit'],
  ['/operators', 'Operators'],
] as const;

export interface ViewFrame {
  readonly title: string;
  readonly content: Html;
  readonly path: string;
  readonly sandbox: boolean;
  readonly notice?: Notice | undefined;
  readonly signedIn?: { readonly name: string; readonly roles: readonly string[]; readonly csrf: string } | undefined;
}

/** A whole page of the view. */
export function viewPage({ title, content, path, sandbox, notice, signedIn }: ViewFrame): string {
  const isHere = (place: string): boolean => path === place || (place !== '/' && path.startsWith(`${place}/`));
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · operator's view</title><link rel="stylesheet" href="/view.css"></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header><div><a class="home" href="/">${sandbox ? 'Sandbox' : 'Bank'}: operator's view</a>
${
  signedIn &&
  html`<form method="post" action="/sign-out"><input type="hidden" name="csrf" value="${signedIn.csrf}"><span class="soft">${signedIn.name} (${signedIn.roles.join(', ')})</span> <button class="plain">Sign out</button></form>
<nav aria-label="View"><ul>${places.map(([place, name]) => html`<li><a href="${place}" ${isHere(place) && html`aria-current="page"`}>${name}</a></li>`)}</ul></nav>`
}
</div></header>
<main id="content" tabindex="-1">${notice && html`<div class="notice ${notice.kind}" role="${notice.kind === 'alert' ? 'alert' : 'status'}"><p>${notice.text}</p></div>`}
${signedIn && html`<form method="get" action="/search" class="search" role="search"><label><span>Find by id: client, consent, payment or mandate</span><input name="id" maxlength="100" autocomplete="off" spellcheck="false"></label><button>Find</button></form>`}
${content}</main></body></html>`.text;
}
