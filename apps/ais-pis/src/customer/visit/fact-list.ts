import { html, type Html } from '@open-banking/pages';

/** A word for a fact, and the fact. */
export type FactLine = readonly [what: string, said: Html | string | readonly string[]];

/** Facts one below the other. */
export const factLines = (lines: readonly FactLine[]): Html =>
  html`<dl class="facts">${lines.map(
    ([what, said]) =>
      html`<div><dt>${what}</dt><dd>${
        said instanceof Array ? html`<ul>${said.map((one) => html`<li>${one}</li>`)}</ul>` : said
      }</dd></div>`,
  )}</dl>`;
