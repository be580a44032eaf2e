import {
  accountName,
  checkPage,
  clientLogo,
  html,
  bidiIsolate,
  page,
  localeOf,
  type Frame,
  type Html,
  type Locale,
  type ConsentFacts,
} from '@open-banking/pages';
import type { ConsentStatus } from '@open-banking/ais-pis-consents';
import { alertsLink } from '../alerts/alerts.pages.js';
import { factLines, type FactLine } from '../visit/fact-list.js';
import { backTo, leaving, pageHeaderOf, type PageHeader } from '../visit/page-header.js';
import { moreOf, resourceListPage, type ListEntry } from '../visit/resource-list.js';
import { optOutSection } from './opt-out.pages.js';

export interface AccessEntry {
  readonly consentId: string;
  readonly clientName: string;
  /** The hash of the client's logo. */
  readonly logo?: string;
  readonly status: ConsentStatus;
  /** What tells the client from others of its name. */
  readonly distinction?: FactLine | undefined;
  readonly lines: readonly FactLine[];
}

export interface AccessList extends PageHeader {
  readonly pending: readonly (Pick<AccessEntry, 'consentId' | 'clientName' | 'distinction'> & { readonly until: string })[];
  readonly active: readonly AccessEntry[];
  readonly ended: readonly AccessEntry[];
  /** What a long list is searched for; empty where it is not. Short lists cannot be searched. */
  readonly searched?: string;
  /** Whether it is the first page of the list. */
  readonly isFirst: boolean;
  /** The last consent shown, where there are more. */
  readonly after: string | undefined;
  readonly optedOut: boolean;
  /** The bank alerts its customers. */
  readonly alerts: boolean;
}

const address = (kind: 'access' | 'pending', id: string, { language }: Frame): string => `/customer/${kind}/${id}?lang=${language}`;

/** The list of consents: active ones, ended ones, and those waiting for this customer. */
export function listPage(frame: Frame, listed: AccessList): string {
  const words = localeOf(frame.language);
  const { customer } = words;
  const entries = (shown: readonly AccessEntry[]): ListEntry[] =>
    shown.map(({ consentId, clientName, logo, distinction, lines }) => ({
      logo: clientLogo(logo, clientName, words),
      name: html`<b><bdi>${clientName}</bdi></b>`,
      notes: [distinction, ...lines].map(noteOf),
      link: html`<a href="${address('access', consentId, frame)}">${customer.details(bidiIsolate(clientName))}</a>`,
    }));
  return resourceListPage(frame, {
    place: 'access',
    title: customer.title,
    header: listed,
    pending: listed.pending.map(({ consentId, clientName, distinction, until }) => ({
      name: customer.pendingUntil(bidiIsolate(clientName), until),
      notes: [noteOf(distinction)],
      link: html`<a href="${address('pending', consentId, frame)}">${customer.look(bidiIsolate(clientName))}</a>`,
    })),
    search: listed.searched === undefined ? undefined : search(listed.searched, frame, words),
    sections: [
      {
        title: listed.optedOut ? customer.optOut.paused : customer.active,
        entries: entries(listed.active),
        none: listed.searched ? customer.find.none : customer.nobody,
      },
      { title: customer.ended, entries: entries(listed.ended) },
    ],
    isFirst: listed.isFirst,
    more: moreOf('/customer', listed.after, customer.more, frame, listed.searched ? { q: listed.searched } : {}),
    foot: [optOutSection(frame, listed.csrf, listed.optedOut), listed.alerts && alertsLink(frame)],
  });
}

const search = (searched: string, { language }: Frame, { customer: { find } }: Locale): Html =>
  html`<form class="find" role="search" method="get" action="/customer"><input type="hidden" name="lang" value="${language}">
<label class="field"><span>${find.label}</span><input name="q" type="search" maxlength="200" value="${searched}"></label>
<button>${find.submit}</button>${searched !== '' && html`<a href="/customer?lang=${language}">${find.all}</a>`}</form>`;

const noteOf = (line: FactLine | undefined): Html | undefined => line && html`${line[0]}: ${line[1]}`;

export interface Detailed extends AccessEntry {
  readonly csrf: string;
  readonly canEnd: boolean;
  readonly facts: ConsentFacts;
}

/** The page of one consent, with a button to end it if it has not ended. */
export function accessPage(frame: Frame, detailed: Detailed, header: PageHeader): string {
  const { consentId, clientName, logo, csrf, canEnd } = detailed;
  const words = localeOf(frame.language);
  const { customer } = words;
  return page(
    frame,
    clientName,
    html`
<div class="card">
${clientLogo(logo, clientName, words)}
<h1><bdi>${clientName}</bdi></h1>
${pageHeaderOf(frame, 'access', header, { within: true })}
${factLines(accessLines(detailed, words, frame))}
${
  canEnd &&
  html`<form method="post" action="${address('access', consentId, frame)}"><input type="hidden" name="csrf" value="${csrf}">
<p class="soft">${customer.ends(bidiIsolate(clientName))}</p>
<div class="row"><button class="danger" name="step" value="end">${customer.end}</button></div></form>`
}
${backTo(frame, 'access')}
${leaving(frame, csrf)}
</div>`,
  );
}

/** The confirmation before a consent is ended. */
export function endPage(frame: Frame, detailed: Detailed): string {
  const words = localeOf(frame.language);
  const { consentId, clientName, csrf } = detailed;
  const at = address('access', consentId, frame);
  const facts = factLines([[words.customer.service, html`<bdi>${clientName}</bdi>`], ...accessLines(detailed, words, frame)]);
  return checkPage(frame, {
    title: words.checks.access.title,
    facts,
    says: words.customer.ends(bidiIsolate(clientName)),
    action: at,
    csrf,
    step: 'end',
    submit: words.customer.end,
    keepAt: at,
  });
}

function accessLines({ facts, lines }: Detailed, words: Locale, { language }: Frame): FactLine[] {
  const { customer } = words;
  const accounts =
    facts.access === 'all' || facts.access === 'list'
      ? [facts.access === 'all' ? customer.all : words.consent.explains.list]
      : facts.offers.map(({ name, number, currency }) =>
          [...new Set([bidiIsolate(accountName(name, language)), bidiIsolate(number)]), currency].join(' '),
        );
  return [
    [words.consent.what, facts.rights.map((right) => words.consent.rights[right])],
    ...(accounts.length > 0 ? [[customer.accounts, accounts] as const] : []),
    ...lines,
  ];
}
