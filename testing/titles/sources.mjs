// The sources of tests, of the working tree or of a commit.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const maxBuffer = 1 << 28;
/** Whether a path is that of tests, or of code that declares tests. */
const isOfTests = (path) => /(^|\/)test\/.*\.ts$|^testing\/src\/.*\.ts$/.test(path);

/** The text of each file, by its path from the root. `commit` is left out for the working tree. */
export function sourcesOf(root, commit) {
  const git = (args, options) => execFileSync('git', args, { cwd: root, maxBuffer, ...options });
  const list = commit ? ['ls-tree', '-r', '--name-only', commit] : ['ls-files', '--cached', '--others', '--exclude-standard'];
  const paths = git(list, { encoding: 'utf8' }).split('\n').filter(isOfTests);
  if (!commit)
    return new Map(paths.filter((path) => existsSync(join(root, path))).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const objects = git(['cat-file', '--batch'], { input: paths.map((path) => `${commit}:${path}\n`).join('') });
  const sources = new Map();
  let at = 0;
  for (const path of paths) {
    const start = objects.indexOf('\n', at) + 1;
    const bytes = Number(objects.subarray(at, start).toString().trim().split(' ').at(-1));
    sources.set(path, objects.subarray(start, start + bytes).toString());
    at = start + bytes + 1;
  }
  return sources;
}
