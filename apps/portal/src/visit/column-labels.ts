import { Html } from '@open-banking/pages';

const table = /<div class="scroll"[^>]*>\s*<table[^]*?<\/table>/g;
const heading = /<th scope="col"[^>]*>([^]*?)<\/th>/g;
const row = /<tr[^>]*>[^]*?<\/tr>/g;
const cell = /<(td|th scope="row")(?=[\s>])/g;

const plainText = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('"', '&quot;')
    .trim();

/**
 * A page whose tables name the column of each cell (`data-label`): on a phone the cells of a row stand below each other, and the row of
 * headings is not seen. The markup is that of `html`: attributes and texts are escaped.
 */
export const withColumnLabels = ({ text }: Html): Html => new Html(text.replaceAll(table, labelled));

function labelled(markup: string): string {
  const labels = [...markup.matchAll(heading)].map(([, title]) => plainText(title!));
  if (labels.length < 2) return markup;
  return markup.replaceAll(row, (cells) => {
    let at = 0;
    return cells.replaceAll(cell, (start) => {
      const label = labels[at++];
      return label === undefined || label === '' ? start : `${start} data-label="${label}"`;
    });
  });
}
