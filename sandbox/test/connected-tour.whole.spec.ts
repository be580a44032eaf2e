import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('../dist/tour.js', import.meta.url));
const slowMs = 400_000;

describe('npm run tour -- --core', () => {
  it(
    'shows a bank whose customers sign in at its provider and approve in its app, and whose core books each payment once though it is killed',
    async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [script, '--core']);
      expect(stdout).toMatch(/The tour succeeded: all 2\d responses/);
      const [, killed] = /kill -9 (\d+)/.exec(stdout) ?? [];
      const [, running] = /The core is process (\d+) now/.exec(stdout) ?? [];
      expect(Number(running)).toBeGreaterThan(0);
      expect(running).not.toBe(killed);
      for (const said of ['core ended (SIGKILL)', '<Ntry>', '10 entries for 5 payments']) expect(stdout).toContain(said);
      expect(stdout).not.toMatch(/<- 5\d\d/);
    },
    slowMs,
  );
});
