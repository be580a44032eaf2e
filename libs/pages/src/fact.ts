import { html, type Html } from './html.js';

/** The facts that are approved, line by line, and the names of their accounts; without `accounts` there are none to show. */
export interface ShownFacts {
  readonly lines: readonly Html[];
  /** A warning before the approval. */
  readonly warning?: { readonly kind: 'alert' | 'note'; readonly says: string };
  readonly accounts?: { readonly legend: string; readonly explains: string };
}

/** A word for a fact, the fact, and what else is to be known of it. */
export const fact = (what: string, said: Html | string, soft?: Html | string): Html =>
  html`<div><dt>${what}</dt><dd>${said}${soft !== undefined && html`<small>${soft}</small>`}</dd></div>`;
