// `npm run lint`: all lints, one after the other; it goes on after one that fails. `-- style openapi` runs the parts that are named.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** By name: Redocly takes a pattern from the folder of its configuration. */
const openApiDocuments = readdirSync(`${root}docs/openapi`)
  .filter((name) => name.endsWith('.json'))
  .map((name) => `docs/openapi/${name}`);
/** Sources that belong to no package: Nx has no project for them. */
const withoutPackage = ['.ci', 'build', 'docker', 'docs', '*.mjs'];

/** The command lines of each part. */
const parts = {
  /** The formatter's width, quotes and line breaks. */
  style: ['prettier', '--check', '--log-level', 'warn', '**/*.{ts,mjs}'],
  /** Style, sizes and module boundaries of the packages, by Nx: plain ESLint silently skips the boundary rule. */
  packages: ['nx', 'run-many', '-t', 'lint'],
  rest: ['eslint', '--max-warnings', '0', ...withoutPackage],
  /** Promises that nothing waits for. One process reads the types of all sources: by Nx each package would read them again. */
  promises: ['eslint', '--max-warnings', '0', '--no-warn-ignored', '--config', 'build/promises.eslint.config.mjs', '.'],
  /** The OpenAPI documents. */
  openapi: ['redocly', 'lint', '--config', 'build/redocly.yaml', ...openApiDocuments],
};

const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`lint has the parts ${Object.keys(parts).join(', ')}; it has no ${unknown.join(', ')}`);
  process.exit(2);
}
for (const [name, [tool, ...args]] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { status } = spawnSync(process.execPath, [`node_modules/.bin/${tool}`, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...offline },
  });
  if (status === 0) continue;
  console.error(`lint: ${name} failed`);
  process.exitCode = 1;
}
