import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Which file imports which, of those given, by path. Imports of types count: they too are something that a reader must follow. */
export const importsOf = (sources: ReadonlyMap<string, string>): Graph =>
  new Map(
    [...sources].map(([path, text]) => {
      const named = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
      const targets = named
        .filter((name) => name.startsWith('.'))
        .map((name) => normalize(join(dirname(path), name.replace(/\.js$/, '.ts'))))
        .filter((target) => sources.has(target));
      return [path, new Set(targets)];
    }),
  );

/** The same between the folders of one `src`. What lies in `src` itself puts the folders together and belongs to none of them. */
export function foldersOf(files: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of files) {
    const from = folderOf(path);
    if (from === undefined) continue;
    const known = folders.get(from) ?? new Set();
    for (const target of targets) {
      const to = folderOf(target);
      if (to !== undefined && to !== from) known.add(to);
    }
    folders.set(from, known);
  }
  return folders;
}

const folderOf = (path: string): string | undefined => (/\/src$/.test(dirname(path)) ? undefined : dirname(path));

/** Every set of nodes that reach each other, in the order of their names (Tarjan's strongly connected components). */
export function circlesIn(graph: Graph): string[][] {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    numbers.set(node, numbers.size);
    lowest.set(node, numbers.get(node)!);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!numbers.has(next)) visit(next);
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== numbers.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node);
  return circles;
}
