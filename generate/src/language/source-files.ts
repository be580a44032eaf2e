import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that hold installed, compiled or generated files, or data of a bank. */
const skippedFolders = new Set(['node_modules', 'dist', 'generated', 'coverage', '.data', '.nx', '.git']);
/** The compiled client package. */
const skippedPaths = new Set(['client/lib']);

function* filesBelow(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !skippedFolders.has(entry.name) && !skippedPaths.has(path)) yield* filesBelow(root, path);
    if (entry.isFile() && /\.(ts|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts')) yield path;
  }
}

/** The paths of all sources of the repository (TypeScript and `.mjs`), from its root. */
export const sourceFiles = (root: string): string[] => [...filesBelow(root, '')];
