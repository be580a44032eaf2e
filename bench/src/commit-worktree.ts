import { execFileSync } from 'node:child_process';
import { delimiter } from 'node:path';

const git = (root: string, ...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** A commit of this repository, checked out in a folder of its own, without packages. */
export interface CommitWorktree {
  /** The first eight digits of the commit. */
  readonly name: string;
  readonly folder: string;
  remove(): void;
}

/** Checks out a commit into a new folder. Throws where there is no such commit. */
export function checkOut(root: string, commit: string, folder: string): CommitWorktree {
  const id = git(root, 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`);
  git(root, 'worktree', 'add', '--quiet', '--detach', folder, id);
  return { name: id.slice(0, 8), folder, remove: () => void git(root, 'worktree', 'remove', '--force', folder) };
}

/** Returns whether the sources differ from the last commit. */
export const isChanged = (root: string): boolean => git(root, 'status', '--porcelain') !== '';

/** The environment of a terminal: without what `npm run` adds, which is the configuration and the programs of this repository. */
export function terminalEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_COMPILE_CACHE$)/i.test(name));
  const path = process.env['PATH']!.split(delimiter).filter((folder) => !/node_modules[/\\]\.bin|node-gyp-bin/.test(folder));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) };
}
