import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** The folders that a fresh clone with installed packages does not have. */
const notCloned = new Set(['node_modules', 'dist', '.git', '.data', '.nx', '.cache']);
const ownScope = '@open-banking';

/**
 * Copies the sources of this repository into a folder, with the packages that are installed here: nothing is compiled in it, so that it
 * starts as a clone does after `npm ci`.
 */
export function copySources(root: string, folder: string): void {
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !notCloned.has(basename(path)) });
  const installed = join(root, 'node_modules');
  mkdirSync(join(folder, 'node_modules', ownScope), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '.cache' && name !== ownScope) symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  for (const name of readdirSync(join(installed, ownScope))) {
    const own = relative(root, realpathSync(join(installed, ownScope, name)));
    symlinkSync(join(folder, own), join(folder, 'node_modules', ownScope, name));
    const nested = join(root, own, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, join(folder, own, 'node_modules'));
  }
}
