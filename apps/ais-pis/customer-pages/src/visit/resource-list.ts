import { html, localeOf, page, type Frame, type Html, type Place } from '@open-banking/pages';
import { leaving, pageHeaderOf, type PageHeader } from './page-header.js';

/** A resource in a list: its name, what is said of it in small letters, and the link to its page. */
export interface ListEntry {
  readonly logo?: Html | false;
  readonly name: Html | string;
  readonly notes: readonly (Html | string | undefined)[];
  readonly link: Html;
}

export interface ListSection {
  readonly title: string;
  readonly entries: readonly ListEntry[];
  /** The text of an empty section. It stands on the first page of a list; an empty section without a text is left out. */
  readonly none?: string;
}

export interface ResourceList {
  readonly place: Place;
  readonly title: string;
  readonly header: PageHeader;
  /** Stands above the entries. */
  readonly notice?: Html | false;
  /** The entries that wait for this customer. */
  readonly pending: readonly ListEntry[];
  /** Stands between what waits and the sections. */
  readonly search?: Html | undefined;
  readonly sections: readonly ListSection[];
  /** Whether it is the first page of the list. */
  readonly isFirst: boolean;
  /** The link to the next page, where there is one. */
  readonly more: { readonly address: string; readonly text: string } | undefined;
  /** Stands below the entries. */
  readonly foot?: readonly (Html | false)[];
}

/**
 * The link to the next page of a list. `after`: the last resource shown, where there are more. `query`: what the list is searched for.
 */
export const moreOf = (
  path: string,
  after: string | undefined,
  text: string,
  { language }: Frame,
  query: Readonly<Record<string, string>> = {},
): ResourceList['more'] =>
  after === undefined ? undefined : { address: `${path}?${new URLSearchParams({ after, lang: language, ...query }).toString()}`, text };

/** The page that lists a customer's access, payments or mandates: what waits for the customer first, and a page of the others. */
export function resourceListPage(frame: Frame, list: ResourceList): string {
  const { pending } = localeOf(frame.language).customer;
  return page(
    frame,
    list.title,
    html`
<div class="card">
<h1>${list.title}</h1>
${pageHeaderOf(frame, list.place, list.header)}
${list.notice}
${sectionOf({ title: pending, entries: list.pending }, list.isFirst)}
${list.search}
${list.sections.map((section) => sectionOf(section, list.isFirst))}
${list.more && html`<p><a href="${list.more.address}">${list.more.text}</a></p>`}
${list.foot}
${leaving(frame, list.header.csrf)}
</div>`,
  );
}

function sectionOf({ title, entries, none }: ListSection, isFirst: boolean): Html | false {
  if (entries.length > 0) return html`<h2>${title}</h2><ul class="accounts">${entries.map(entryOf)}</ul>`;
  return isFirst && none !== undefined && html`<h2>${title}</h2><p class="soft">${none}</p>`;
}

const entryOf = ({ logo, name, notes, link }: ListEntry): Html =>
  html`<li><div class="account">${logo}<span>${name}
${notes.map((note) => note !== undefined && html`<small>${note}</small>`)}
${link}</span></div></li>`;
