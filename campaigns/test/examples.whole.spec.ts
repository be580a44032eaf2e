import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
/** It starts a bank of its own. */
const timeoutMs = 300_000;

describe('npm run generate -- examples', () => {
  it(
    'changes no file on a clean checkout',
    async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'build/run.mjs'), 'generate', 'examples', '--check'], {
        cwd: root,
      });
      expect(stdout).toContain('operations have the examples that the bank answers with.');
    },
    timeoutMs,
  );
});
