// Runs the tests of the packages for third parties with each npm that developers have: `npm run check -- npm`. The tests install the client
// package and run the command line as the guides show it. npm comes from its registry, into a temporary folder; the packages need none.
// Arguments: the versions of npm, in place of 10, 11 and 12.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['10', '11', '12'];
const tests = ['client/test/package.whole.spec.ts', 'apps/portal/test/command-line.whole.spec.ts'];
const folder = mkdtempSync(join(tmpdir(), 'open-banking-npm-'));
const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...tests];

const run = (program, args, options) => spawnSync(program, args, { cwd: root, encoding: 'utf8', ...options });

/** The versions whose tests fail, or that cannot be installed. */
function failedVersions() {
  return versions.filter((version) => {
    const prefix = join(folder, version);
    const installed = run('npm', ['install', `npm@${version}`, '--prefix', prefix, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (installed.status !== 0) return true;
    const PATH = [join(prefix, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    const environment = { ...process.env, PATH };
    console.log(`npm ${run('npm', ['--version'], { env: environment }).stdout.trim()}`);
    return run(process.execPath, jest, { env: environment, stdio: 'inherit' }).status !== 0;
  });
}

try {
  const failed = failedVersions();
  console.log(failed.length === 0 ? `The guides work with npm ${versions.join(', ')}.` : `The guides fail with npm ${failed.join(', ')}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
