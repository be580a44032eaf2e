import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedFile } from './generated-file.js';

function standing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The files whose committed content differs from what would be generated now. */
export const staleAmong = (files: readonly GeneratedFile[], root: string): GeneratedFile[] =>
  files.filter(({ path, content }) => standing(join(root, path)) !== content);
