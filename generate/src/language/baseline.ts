import { basename } from 'node:path';
import { allPatterns, type Finding, type Pattern } from './findings.js';

/** How often each pattern occurs in a file; a pattern that is absent does not occur. */
export type Counts = Readonly<Partial<Record<Pattern, number>>>;
/** The counts that are allowed, by the path of a file. A file that is absent has none. */
export type Baseline = Readonly<Record<string, Counts>>;

export const countsOf = (findings: readonly Finding[]): Counts =>
  Object.fromEntries(
    allPatterns
      .map((pattern) => [pattern, findings.filter((finding) => finding.pattern === pattern).length] as const)
      .filter(([, count]) => count > 0),
  );

/** The counts allowed for a path. A moved file keeps its own: it has the only path of that name which is new, and the old path is gone. */
function allowedFor(path: string, baseline: Baseline, paths: readonly string[]): Counts {
  const own = baseline[path];
  if (own) return own;
  const present = new Set(paths);
  const gone = Object.keys(baseline).filter((old) => !present.has(old) && basename(old) === basename(path));
  return gone.length === 1 ? baseline[gone[0]!]! : {};
}

/** A file with more occurrences of a pattern than its baseline allows. */
export interface Excess {
  readonly path: string;
  readonly pattern: Pattern;
  readonly allowed: number;
  readonly found: readonly Finding[];
}

/** The files that have more occurrences than the baseline allows. `findings`: by path, of every file with sources. */
export function excessesOver(baseline: Baseline, findings: ReadonlyMap<string, readonly Finding[]>): Excess[] {
  const paths = [...findings.keys()];
  return [...findings].flatMap(([path, all]) => {
    const allowed = allowedFor(path, baseline, paths);
    return allPatterns
      .map((pattern) => ({ path, pattern, allowed: allowed[pattern] ?? 0, found: all.filter((one) => one.pattern === pattern) }))
      .filter((one) => one.found.length > one.allowed);
  });
}

/** The baseline of the files as they are, in the order of their paths. Files without an occurrence are left out. */
export const baselineOf = (findings: ReadonlyMap<string, readonly Finding[]>): Baseline =>
  Object.fromEntries(
    [...findings]
      .map(([path, all]) => [path, countsOf(all)] as const)
      .filter(([, counts]) => Object.keys(counts).length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** One line for each file, so that changes of two branches to different files merge. */
export const baselineText = (baseline: Baseline): string =>
  `{\n${Object.entries(baseline)
    .map(([path, counts]) => `  ${JSON.stringify(path)}: ${JSON.stringify(counts)}`)
    .join(',\n')}\n}\n`;
