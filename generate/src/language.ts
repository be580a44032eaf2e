// `npm run language` counts how comments begin and the words that make them hard to read, and prints each occurrence beyond the baseline
// (generate/language.json). `-- libs/access` prints the occurrences below a path. `-- --write` lowers the baseline to what is left; it
// refuses to raise it. Where branches that both changed the baseline are merged, delete the file and write it again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { baselineOf, baselineText, excessesOver, type Baseline } from './language/baseline.js';
import { commentsIn } from './language/comments.js';
import { findingsOf } from './language/findings.js';
import { complaint, occurrences, totals } from './language/report.js';
import { sourceFiles } from './language/source-files.js';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean', default: false } } });
const root = fileURLToPath(new URL('../..', import.meta.url));
const baselineFile = join(root, 'generate/language.json');
const print = (lines: readonly string[]): boolean => process.stdout.write(`${lines.join('\n')}\n`);

const comments = new Map(sourceFiles(root).map((path) => [path, commentsIn(readFileSync(join(root, path), 'utf8'))]));
const findings = new Map([...comments].map(([path, all]) => [path, findingsOf(all)]));
const baseline = existsSync(baselineFile) ? (JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline) : baselineOf(findings);
const excesses = excessesOver(baseline, findings);

if (positionals.length > 0) {
  const isBelow = (path: string): boolean =>
    positionals.some((folder) => path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`));
  print(occurrences(new Map([...findings].filter(([path]) => isBelow(path)))));
} else print(totals(comments, findings));

for (const excess of excesses) process.stderr.write(`${complaint(excess)}\n`);
if (excesses.length > 0) process.exitCode = 1;
else if (values.write) writeFileSync(baselineFile, baselineText(baselineOf(findings)));
