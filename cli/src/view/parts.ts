import { html, utcTime, type Html } from '@open-banking/pages';

type Cell = Html | string | number | undefined | null;

/** A table; a sentence where it would be empty. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[], empty: string): Html {
  if (rows.length === 0) return html`<p class="soft">${empty}</p>`;
  const cell = (value: Cell, at: number) =>
    value == null || value === '' ? html`<td class="none">–</td>` : html`<td data-label="${heads[at]!}">${value}</td>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${heads.join(', ')}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table></div>`;
}

/** Names with their values; those without a value are left out. */
export const facts = (of: Readonly<Record<string, Cell>>): Html =>
  html`<dl class="facts">${Object.entries(of).map(([name, value]) => value != null && value !== '' && html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

export const code = (text: string | number | null | undefined): Html | undefined => (text == null ? undefined : html`<code>${text}</code>`);

export function time(instant: string | null | undefined): Html | undefined {
  if (instant == null) return undefined;
  return utcTime(instant, 'second');
}

/** A link to the page of something, by its kind and id. */
export const link = (kind: 'clients' | 'consents' | 'payments' | 'mandates', id: string): Html =>
  html`<a href="/${kind}/${id}"><code>${id}</code></a>`;

export const badge = (text: string, kind: 'ok' | 'bad' | '' = ''): Html => html`<span class="badge ${kind}">${text}</span>`;

/** Links to what a page can show instead, with what it shows marked. */
export const choices = (label: string, links: readonly (readonly [to: string, text: string, isShown: boolean])[]): Html =>
  html`<nav aria-label="${label}" class="choices"><ul>${links.map(([to, text, isShown]) => html`<li><a href="${to}" ${isShown && html`aria-current="page"`}>${text}</a></li>`)}</ul></nav>`;

/** A link to the next page of a list, with what the list was asked for. */
export function older(path: string, query: Readonly<Record<string, string | undefined>>): Html {
  const asked = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return html`<p><a href="${path}?${new URLSearchParams(asked).toString()}">Next page</a></p>`;
}
