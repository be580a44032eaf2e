// Compiles and bundles one service again whenever a file of it, or of a library it uses, is saved: what changed, and that service's bundle
// alone.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { compilePackage, CompileError } from './compile-package.mjs';
import { rebundling } from './bundle.mjs';
import { changedAt, packagesByName } from './sources.mjs';

/** Editors write a file in several steps, and save several files at once. */
const quietMs = 30;
/** How long files of earlier bundles stay. */
const keptMs = 600_000;

/** The folders of a service and of all packages that it uses. */
function packagesOf(root, service) {
  const packages = packagesByName(root);
  const found = new Set();
  const follow = (name) => {
    const { folder, dependencies } = packages.get(name);
    if (found.has(join(root, folder))) return;
    found.add(join(root, folder));
    for (const one of dependencies) follow(one);
  };
  follow(`@open-banking/${service}`);
  return [...found];
}

const foldersIn = (folder) => [
  folder,
  ...readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? foldersIn(join(folder, entry.name)) : [])),
];

/** The place in a source of a place in its compiled file. */
function sourceOf(root, { file, line, column }) {
  const [, map] = /\/\/# sourceMappingURL=data:application\/json;[^,]*base64,(\S+)\s*$/.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  const entry = map && new SourceMap(JSON.parse(Buffer.from(map, 'base64').toString())).findEntry(line - 1, column);
  if (!entry?.originalSource) return `${file}:${line}:${column + 1}`;
  return `${relative(root, join(root, dirname(file), entry.originalSource))}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/** One line each for what the bundler cannot put together: an import of a file or a name that is not there. */
const explained = (root, { errors }) =>
  errors.map(({ text, location }) => (location ? `${sourceOf(root, location)}: ${text}` : text)).join('\n');

/**
 * Writes the files that are missing: all names but the program's follow from the content. The previous process may still read its own.
 */
function putServed(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of files) if (basename(path) === 'main.js' || !existsSync(path)) writeFileSync(path, contents);
  const written = new Set(files.map(({ path }) => basename(path)));
  const aWhileAgo = Date.now() - keptMs;
  for (const name of readdirSync(folder)) if (!written.has(name) && changedAt(join(folder, name)) < aWhileAgo) rmSync(join(folder, name));
}

/**
 * Watches until the signal is aborted. `onChange` is called when a save is seen, `onBuilt` with the bundle's file when that is the program
 * to run now, and `onError` with one line a fault when there is none.
 */
export async function watchService(root, service, { signal, onReady, onChange, onBuilt, onError }) {
  const packages = packagesOf(root, service);
  const program = join(root, 'apps', service, 'dist', 'main.js');
  const bundled = join(dirname(program), 'served', 'main.js');
  const bundling = await rebundling(root, program);
  // The first takes seconds, in which esbuild reads all packages; what is saved meanwhile follows.
  let builtFrom = Math.max(...(await Promise.all(packages.map((folder) => compilePackage(root, folder)))));
  await bundling.rebuild().catch(() => undefined);

  async function build() {
    const compiled = await Promise.all(packages.map((folder) => compilePackage(root, folder)));
    const newest = Math.max(...compiled);
    if (newest === builtFrom) return;
    onChange?.();
    builtFrom = newest;
    const { outputFiles } = await bundling.rebuild().catch((error) => {
      throw error.errors ? new CompileError(explained(root, error)) : error;
    });
    putServed(dirname(bundled), outputFiles);
    await onBuilt(bundled);
  }

  let building = Promise.resolve();
  let pending;
  const changed = () => {
    clearTimeout(pending);
    pending = setTimeout(() => {
      building = building.then(() => (signal.aborted ? undefined : build().catch((error) => onError(error.message)))).then(follow);
    }, quietMs);
  };
  const watched = new Map();
  // Folders, not files: many editors replace a file by a new one.
  function follow() {
    const folders = signal.aborted ? [] : packages.flatMap((folder) => foldersIn(join(folder, 'src')));
    for (const [folder, watcher] of watched) if (!folders.includes(folder) && (watcher.close(), true)) watched.delete(folder);
    for (const folder of folders)
      if (!watched.has(folder))
        watched.set(
          folder,
          watch(folder, changed).on('error', () => undefined),
        );
  }
  follow();
  changed();
  onReady?.();
  await new Promise((aborted) => (signal.aborted ? aborted() : signal.addEventListener('abort', aborted, { once: true })));
  clearTimeout(pending);
  await building;
  follow();
  await bundling.dispose();
}
