import { html, type Html } from '@open-banking/pages';

/** A fact with its label. */
export type FactLine = readonly [what: string, said: Html | string | readonly string[]];

/** Renders facts as a list. */
export const factLines = (lines: readonly FactLine[]): Html =>
  html`<dl class="facts">${lines.map(
    ([what, said]) =>
      html`<div><dt>${what}</dt><dd>${
        said instanceof Array ? html`<ul>${said.map((one) => html`<li>${one}</li>`)}</ul>` : said
      }</dd></div>`,
  )}</dl>`;
