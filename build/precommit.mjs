// `npm run precommit`: formats the files that differ from the last commit, generates what depends on them, and lints them. Types, tests and
// the lints that read all sources are left to `npm run check`.
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const gitLines = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** The paths of the files that were changed or added since the last commit, from the root. */
const changedFiles = () => [
  ...gitLines('diff', '--name-only', '--diff-filter=d', 'HEAD'),
  ...gitLines('ls-files', '--others', '--exclude-standard'),
];
const isSource = (path) => /\.(ts|mjs)$/.test(path);
/** Whether generated files are made of it: sources of packages, pieces of guides, findings about the documents, the lock file. */
const isGeneratedFrom = (path) =>
  /^((apps|libs|gateway|verification|generate)\/.*(src|guides)\/|build\/schemathesis\/|docs\/guides\/|docs\/openapi\/examples\/|package-lock\.json$)/.test(
    path,
  );

/** Runs a program of the repository. Ends the command with its exit code where it fails. */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const tool = (name, ...args) => run(`node_modules/.bin/${name}`, ...args);

const sources = changedFiles().filter(isSource);
if (sources.length > 0) tool('prettier', '--write', '--log-level', 'warn', ...sources);
if (changedFiles().some(isGeneratedFrom)) run('build/run.mjs', 'generate');
// Generated sources are changed files too.
const written = changedFiles().filter(isSource);
if (written.length > 0) {
  // The boundary rule reports nothing without the graph of the projects, which Nx keeps in a file.
  execFileSync(process.execPath, ['node_modules/.bin/nx', 'show', 'projects'], { cwd: root });
  tool('eslint', '--no-warn-ignored', ...written);
}
console.log(`precommit: ${written.length} sources formatted and linted`);
