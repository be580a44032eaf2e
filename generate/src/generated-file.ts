/** A committed file that is never edited by hand. `path` is relative to the repository root. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

const sentence = (from: string): string => `Written by \`npm run generate\` from ${from}. Change that, not this.`;

/** A page. The sentence is in a comment before the title, invisible in the rendered page. */
export const page = (path: string, from: string, lines: readonly string[]): GeneratedFile => ({
  path,
  content: `<!-- ${sentence(from)} -->\n\n${lines.join('\n').trim()}\n`,
});

/** A JSON file. JSON has no comments, so the first field contains the sentence. */
export const json = (path: string, from: string, value: object): GeneratedFile => ({
  path,
  content: `${JSON.stringify({ 'x-generated': sentence(from), ...value }, null, 2)}\n`,
});

/** A row of a Markdown table. Vertical bars in cells are escaped. */
export const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  tableRow(head),
  tableRow(head.map(() => '---')),
  ...rows.map(tableRow),
];
