import type { Html } from './html.js';

/** A line of the facts, as the page says it. */
export interface FactInWords {
  readonly what: string;
  readonly says: string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The facts of a page without its markup, for another device. */
export const factsInWords = (lines: readonly Html[]): FactInWords[] =>
  lines.flatMap(({ text }) => {
    const [, what, says] = /<dt>([^]*?)<\/dt><dd>([^]*)<\/dd>/.exec(text) ?? [];
    return what === undefined ? [] : [{ what: plain(what), says: plain(says!) }];
  });

const plain = (markup: string): string =>
  markup
    .replace(/<small>/g, ' · ')
    .replace(/<\/li><li>/g, ', ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, ' ')
    .trim();
