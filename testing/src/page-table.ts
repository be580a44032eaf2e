import { readFileSync } from 'node:fs';

/** The cells of a document's table by line. The table is found by its first header cell; empty if there is none. */
export function tableIn(page: URL, head: string): string[][] {
  const block =
    readFileSync(page, 'utf8')
      .split('\n\n')
      .find((one) => one.startsWith(`| ${head} |`)) ?? '';
  return block
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
