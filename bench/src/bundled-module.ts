import { readFileSync } from 'node:fs';

interface Heading {
  readonly line: number;
  readonly module: string;
}

const headingsOf = new Map<string, readonly Heading[]>();

/** esbuild writes the path of each module above its code. */
function headings(file: string): readonly Heading[] {
  const known = headingsOf.get(file);
  if (known) return known;
  const found = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, line) => {
      const module = /^\/\/ (\S+\.[cm]?[jt]s)$/.exec(text)?.[1];
      return module === undefined ? [] : [{ line, module }];
    });
  headingsOf.set(file, found);
  return found;
}

/** The module that a line of a bundled file comes from, as a path from the root; undefined where the file is no bundle of ours. */
export const bundledModule = (file: string, line: number): string | undefined =>
  /\/(?:build\/dist|dist\/bundle)\/[^/]+\.js$/.test(file) ? headings(file).findLast((heading) => heading.line <= line)?.module : undefined;
