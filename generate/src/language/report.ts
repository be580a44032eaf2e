import type { Comment } from './comments.js';
import { firstWord, patterns, type Finding, type Pattern } from './findings.js';
import type { Excess } from './baseline.js';

/** The shares that the project aims at, in per cent of the comments. */
const targets: Readonly<Partial<Record<Pattern, number>>> = { bareClause: 3, told: 0.5, anyone: 0.5 };
const shownWords = 12;
const shownFiles = 10;
const shownText = 110;

const perCent = (count: number, of: number): string => `${((100 * count) / of).toFixed(1)} %`;
const shortened = (text: string): string => (text.length > shownText ? `${text.slice(0, shownText)}…` : text);

/** The totals: each pattern's share of the comments, the first words, and the files with most bare clauses. */
export function totals(comments: ReadonlyMap<string, readonly Comment[]>, findings: ReadonlyMap<string, readonly Finding[]>): string[] {
  const all = [...comments.values()].flat();
  const found = [...findings.values()].flat();
  const share = (pattern: Pattern): string => {
    const count = found.filter((finding) => finding.pattern === pattern).length;
    return `${String(count).padStart(6)}  ${perCent(count, all.length).padStart(6)}  (target ${targets[pattern]} %)  ${patterns[pattern].split(':')[0]}`;
  };
  const words = [...Map.groupBy(all, ({ text }) => firstWord(text))].sort(([, a], [, b]) => b.length - a.length);
  const files = [...findings]
    .map(([path, ones]) => ({ path, count: ones.filter(({ pattern }) => pattern === 'bareClause').length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return [
    `${all.length} comments in ${comments.size} files`,
    ...(['bareClause', 'told', 'anyone'] as const).map(share),
    `${String(found.filter(({ pattern }) => pattern === 'wide').length).padStart(6)}  comment lines ${patterns.wide.split(':')[0]!.replace('is ', '')}`,
    'They begin with:',
    ...words
      .slice(0, shownWords)
      .map(([word, { length }]) => `${String(length).padStart(6)}  ${perCent(length, all.length).padStart(6)}  ${word}`),
    'Most bare clauses:',
    ...files.slice(0, shownFiles).map(({ path, count }) => `${String(count).padStart(6)}  ${path}`),
  ];
}

/** One line for each occurrence, with file and line. */
export const occurrences = (findings: ReadonlyMap<string, readonly Finding[]>): string[] =>
  [...findings].flatMap(([path, all]) => all.map(({ pattern, line, text }) => `${path}:${line}: ${pattern}: ${shortened(text)}`));

/** The message about a file with more occurrences than its baseline, each with its line. */
export const complaint = ({ path, pattern, allowed, found }: Excess): string =>
  [
    `${path}: ${found.length} of its comments have this pattern, and its baseline is ${allowed}. The comment ${patterns[pattern]}.`,
    ...found.map(({ line, text }) => `  ${path}:${line}: ${shortened(text)}`),
  ].join('\n');
