// Builds a commit twice, from two clean clones in folders of different depth and in different time zones and locales, and compares
// byte by byte everything that goes into the image except Node.js and the packages, which package-lock.json names by their hashes.
// With `--against <folder>` it compares one build with that folder, such as `/bank` copied out of an image.
// `--linked` takes the packages that are installed here in place of `npm ci`. Without Docker.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packageFolders } from './sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { commit: { type: 'string', default: 'HEAD' }, against: { type: 'string' }, linked: { type: 'boolean' } },
});
const run = (cwd, env, program, ...args) =>
  execFileSync(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 << 20 });
const text = (file) => readFileSync(file, 'utf8');

/** As the Dockerfile: compiled, without sources and without what .dockerignore names. */
function buildIn(folder, env) {
  mkdirSync(dirname(folder), { recursive: true });
  run(root, {}, 'git', 'clone', '--quiet', '--no-hardlinks', root, folder);
  run(folder, {}, 'git', 'checkout', '--quiet', '--detach', commit);
  installPackages(folder);
  run(folder, env, process.execPath, 'build/compile.mjs');
  run(folder, env, process.execPath, 'generate/dist/sbom.js');
  removeNamed(folder, '**/node_modules');
  // A clean clone has no compiled files that the context would leave out.
  const ignored = text(join(folder, '.dockerignore'))
    .split('\n')
    .filter((name) => name && name !== '**/dist');
  for (const name of ignored) removeNamed(folder, name);
  for (const part of packageFolders(folder)) removeNamed(join(folder, part), '**/src');
  return folder;
}

// The forms that .dockerignore uses here: a name, `*.log`, and a name in any folder.
function removeNamed(folder, pattern) {
  const everywhere = pattern.startsWith('**/');
  const name = new RegExp(`^${pattern.replace('**/', '').replace(/\./g, '\\.').replace(/\*/g, '[^/]*')}$`);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (name.test(entry.name)) rmSync(path, { recursive: true });
    else if (everywhere && entry.isDirectory() && entry.name !== 'node_modules') removeNamed(path, pattern);
  }
}

function installPackages(folder) {
  if (!values.linked) return run(folder, {}, 'npm', 'ci', '--no-audit', '--no-fund', '--ignore-scripts');
  const nested = JSON.parse(text(join(root, 'package.json'))).workspaces.flatMap((one) =>
    one.endsWith('/*') ? readdirSync(join(root, one.slice(0, -2))).map((name) => one.replace('*', name)) : [one],
  );
  for (const at of ['.', ...nested].map((name) => join(name, 'node_modules')))
    if (existsSync(join(root, at)) && existsSync(dirname(join(folder, at)))) run(root, {}, 'cp', '-al', join(root, at), join(folder, at));
}

/** The files of a build by their paths: the hash of the content, and whether it can be executed. */
function contentOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).split(sep).join('/'), file])
    .filter(([path]) => !path.split('/').some((part) => part === 'node_modules' || part === '.git'));
  const hashed = files.map(([path, file]) => {
    const executable = (statSync(file).mode & 0o111) === 0 ? '' : ' executable';
    return [path, `${createHash('sha256').update(readFileSync(file)).digest('hex')}${executable}`];
  });
  return new Map(hashed.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function differences(one, other) {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((path) => one.get(path) !== other.get(path))
    .map((path) => `${path}: ${!one.has(path) ? 'only in the second' : !other.has(path) ? 'only in the first' : 'differs'}`);
}

const commit = run(root, {}, 'git', 'rev-parse', values.commit).toString().trim();
const temporary = mkdtempSync(join(tmpdir(), 'check-build-'));
try {
  const first = contentOf(buildIn(join(temporary, 'a'), { TZ: 'UTC', LC_ALL: 'C' }));
  const second = contentOf(values.against ?? buildIn(join(temporary, 'another', 'folder', 'b'), { TZ: 'Pacific/Apia', LC_ALL: 'C.UTF-8' }));
  const found = differences(first, second);
  for (const line of found) console.log(line);
  const lines = [...first].map(([path, hash]) => `${hash}  ${path}\n`).join('');
  const digest = createHash('sha256').update(lines).digest('hex');
  console.log(
    `${commit.slice(0, 12)}: ${first.size} files, sha256 of all ${digest}; ${found.length === 0 ? 'the builds are the same' : `${found.length} differ`}`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
