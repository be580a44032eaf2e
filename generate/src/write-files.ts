import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotGenerate } from './cannot-generate.js';
import type { GeneratedFile } from './generated-file.js';
import { staleAmong } from './stale.js';

/** The outputs of the command: what it wrote, and what stops it. */
export interface Terminal {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Writes the files that differ from those below `root`, or only says which do. Returns the exit code. */
export async function writeFiles(
  files: () => Promise<readonly GeneratedFile[]>,
  root: string,
  { check }: { readonly check: boolean },
  { print, complain }: Terminal,
): Promise<number> {
  const generated = await files().catch((error: unknown) => {
    if (!(error instanceof CannotGenerate)) throw error;
    complain(error.message);
  });
  if (!generated) return 1;
  const stale = staleAmong(generated, root);
  if (check) {
    for (const { path } of stale) complain(`${path} is stale: run \`npm run generate\` and commit it.`);
    return stale.length > 0 ? 1 : 0;
  }
  for (const { path, content } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    print(path);
  }
  return 0;
}
