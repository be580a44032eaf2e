// A release's code in a folder of its own, compiled.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const run = (cwd, program, ...args) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 << 20 });
const packagesIn = (root) => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** Checks out a commit into `folder`. It uses the packages installed here if they are those of its lock file; otherwise its own. */
export function checkOut(root, commit, folder) {
  run(root, 'git', 'worktree', 'add', '--detach', '--force', folder, commit);
  const here = packagesIn(root);
  const differs = Object.entries(packagesIn(folder)).some(
    ([path, { version, link, optional }]) => path.includes('node_modules/') && !link && !optional && here[path]?.version !== version,
  );
  // `npm run` hands the strictness of this release on, whose list of scripts the other one does not have.
  if (differs) run(folder, 'npm', 'ci', '--no-audit', '--no-fund', '--no-strict-allow-scripts');
  else linkPackages(root, folder);
  run(folder, process.execPath, 'build/compile.mjs');
}

export const remove = (root, folder) => run(root, 'git', 'worktree', 'remove', '--force', folder);

/** The packages of others as they are here; the release's own packages lead to its own folders. */
function linkPackages(root, folder) {
  const own = Object.entries(packagesIn(folder)).flatMap(([path, { link, resolved }]) => (link ? [[path, resolved]] : []));
  mkdirSync(join(folder, 'node_modules/.cache'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache' && name !== '@open-banking') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const [path, target] of own) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (!existsSync(join(folder, path))) symlinkSync(join(folder, target), join(folder, path));
    const nested = join(root, target, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, join(folder, target, 'node_modules'));
  }
}
