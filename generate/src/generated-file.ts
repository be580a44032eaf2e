/** A committed file that nobody edits. `path` is from the root of the repository. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

const sentence = (from: string): string => `Written by \`npm run generate\` from ${from}. Change that, not this.`;

/** A page: the sentence stands before its title, unseen by readers of the rendered page. */
export const page = (path: string, from: string, lines: readonly string[]): GeneratedFile => ({
  path,
  content: `<!-- ${sentence(from)} -->\n\n${lines.join('\n').trim()}\n`,
});

/** JSON has no comments: its first field says it. */
export const json = (path: string, from: string, value: object): GeneratedFile => ({
  path,
  content: `${JSON.stringify({ 'x-generated': sentence(from), ...value }, null, 2)}\n`,
});

/** A row of a Markdown table; bars in cells would end them. */
export const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  tableRow(head),
  tableRow(head.map(() => '---')),
  ...rows.map(tableRow),
];
