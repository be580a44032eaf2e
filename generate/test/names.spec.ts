import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, topFolders } from './workspace.js';

const built = /(^|\/)(node_modules|dist|\.data|coverage)(\/|$)/;

/** Words that do not say what a thing is. */
const empty = new Set(['common', 'shared', 'core', 'helper', 'util', 'misc', 'manager', 'facade'].flatMap((word) => [word, `${word}s`]));

const paths = topFolders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => !built.test(path));
const sources = paths.filter((path) => /\.(ts|mjs)$/.test(path));
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
/** The bank's core banking system, and what it feeds: terms of the field. */
const terms = /core-?(banking|data)/gi;
const isEmpty = (name: string): boolean => wordsOf(name.replace(terms, '')).some((word) => empty.has(word));

/** Types that are not named by a noun, and words of which the field has a better one (max, log, report, notify, timeout). */
const unclear = new Set(['Whose', 'Asked', 'Told', 'Found', 'Taking', 'Shows', 'Ground', 'Serving', 'Left', 'One', 'Of']);
const isUnclear = (name: string): boolean =>
  unclear.has(name) || /^(?:most|tell|told)(?:$|[A-Z])|(?:[pP]atienceMs|Told|Patience)(?:$|[A-Z])/.test(name);
const declaredIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /^\s*(?:export\s+|default\s+|abstract\s+|async\s+|private\s+|readonly\s+)*(?:const|let|function|class|interface|type|readonly)\s+#?(\w+)/gm,
    ),
  ].map(([, name]) => name!);

const classesIn = (path: string): string[] =>
  [
    ...readFileSync(join(root, path), 'utf8').matchAll(/^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?(?:class|interface)\s+(\w+)/gm),
  ].map(([, name]) => `${path}: ${name}`);

describe('names', () => {
  it('of files and folders say what a thing is', () => {
    expect(isEmpty('libs/x/src/test-helpers.ts')).toBe(true);
    expect(isEmpty('libs/database/src/cursor.ts')).toBe(false);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter(isEmpty)).toEqual([]);
  });

  it('of classes say what a thing is', () => {
    const names = sources.flatMap(classesIn);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => isEmpty(name.split(': ')[1]!))).toEqual([]);
  });

  it('of declarations are the words of the field', () => {
    expect(['mostOpen', 'tell', 'toldOf', 'usualPatienceMs', 'Whose'].filter(isUnclear)).toHaveLength(5);
    expect(['maxOpen', 'almost', 'mostly', 'teller', 'Ones'].filter(isUnclear)).toEqual([]);
    expect(declaredIn("export const mostOpen = 1;\n  readonly told: string;\ntype Asked = 'one';")).toEqual(['mostOpen', 'told', 'Asked']);
    const declared = sources.flatMap((path) => declaredIn(readFileSync(join(root, path), 'utf8')).map((name) => ({ path, name })));
    expect(declared.length).toBeGreaterThan(10_000);
    expect(declared.filter(({ name }) => isUnclear(name))).toEqual([]);
  });

  it('of files are given once among the libs', () => {
    const named = Map.groupBy(
      sources.filter((path) => /^libs\/[^/]+\/src\//.test(path) && !path.endsWith('/index.ts')),
      (path) => path.slice(path.lastIndexOf('/') + 1),
    );
    const libsOf = (of: readonly string[]) => new Set(of.map((path) => path.split('/')[1]));
    expect(named.size).toBeGreaterThan(100);
    expect([...named.values()].filter((of) => libsOf(of).size > 1)).toEqual([]);
  });
});
