// The sources of the packages, and whether the bundles and the packages for third parties are newer than all of them.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPrograms } from './programs.mjs';

export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** 0 if there is no such file. */
export const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * The folders of the packages of the workspace, from the root, as package.json lists them. All that goes through the packages asks here.
 */
export function packageFolders(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return workspaces
    .flatMap((name) =>
      name.endsWith('/*') ? readdirSync(join(root, name.slice(0, -2))).map((one) => `${name.slice(0, -1)}${one}`) : [name],
    )
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
}

/** The packages of the workspace by name, each with its folder (from the root) and the packages of the workspace that it depends on. */
export function packagesByName(root) {
  const manifests = packageFolders(root).map((folder) => [folder, JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))]);
  const names = new Set(manifests.map(([, { name }]) => name));
  return new Map(
    manifests.map(([folder, { name, dependencies = {} }]) => [
      name,
      { folder, dependencies: Object.keys(dependencies).filter((other) => names.has(other)) },
    ]),
  );
}

/** The folders of the packages that have sources. */
export const sourceFolders = (root) =>
  packageFolders(root)
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(join(folder, 'src')));

export const sourcesOf = (folder) => filesIn(join(folder, 'src')).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));

/** The inputs of a bundle besides the compiled files: the installed packages, and the programs that make it. */
export const makersOf = (root) =>
  ['node_modules/.package-lock.json', 'build/bundle.mjs', 'build/programs.mjs'].map((file) => join(root, file));

/** When the oldest bundle was written; 0 where one is missing, or nothing is compiled. */
export function bundledAt(root) {
  const bundles = bundledPrograms(root);
  return bundles.length === 0 ? 0 : Math.min(...bundles.map(changedAt));
}

/** The folder of the one file that is made of a package for third parties: `client`, `client/python`, `client/tpp`. */
export const packedFolder = (root, name) => join(root, name, 'dist/packed');

/** When that file was written; 0 where there is none. */
export function packedAt(root, name) {
  const folder = packedFolder(root, name);
  const [file] = existsSync(folder) ? readdirSync(folder) : [];
  return file === undefined ? 0 : changedAt(join(folder, file));
}

const manifestAnd = (root, folder, ...makers) => [
  ...sourcesOf(join(root, folder)),
  ...['package.json', 'README.md', 'LICENSE'].map((name) => join(root, folder, name)),
  ...['archive', ...makers].map((name) => join(root, 'build', `${name}.mjs`)),
];

/** The modules of the Python client, and the marker of its types, in the order of the wheel. */
export const wheelSources = (root) =>
  filesIn(join(root, 'client/python/src/open_banking_client'))
    .filter((file) => /\.py$|\/py\.typed$/.test(file))
    .sort();

/** The packages for third parties, each with its inputs and the programs that make it. The command line has the client in it. */
export const packedFrom = (root) => ({
  client: manifestAnd(root, 'client', 'client-package'),
  'client/python': [
    ...wheelSources(root),
    ...['client/python/README.md', 'client/LICENSE', 'client/package.json', 'build/client-wheel.mjs', 'build/zip.mjs'].map((file) =>
      join(root, file),
    ),
  ],
  'client/tpp': [...manifestAnd(root, 'client/tpp', 'tool-package'), ...sourcesOf(join(root, 'client'))],
});

/** The packages for third parties that are older than one of their inputs. */
export const outdatedPackages = (root) =>
  Object.entries(packedFrom(root))
    .filter(([name, files]) => packedAt(root, name) <= Math.max(...files.map(changedAt)))
    .map(([name]) => name);

/**
 * True if nothing has changed since the bundles and the packages for third parties were written. It takes a fifth of the time of a process
 * that finds it out.
 */
export function isBundled(root) {
  const at = bundledAt(root);
  return (
    [...makersOf(root), ...sourceFolders(root).flatMap(sourcesOf)].every((file) => changedAt(file) < at) &&
    outdatedPackages(root).length === 0
  );
}
