// The sources of the packages, and whether the bundles, the npm package and the wheel are newer than all of them.
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

/** The npm package for third parties, as a file to install. */
export function packedClient(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'));
  return join(root, `client/dist/packed/open-banking-client-${version}.tgz`);
}
export const packedAt = (root) => changedAt(packedClient(root));

/** The inputs of the npm package, and the program that makes it. */
export const packedFrom = (root) => [
  ...sourcesOf(join(root, 'client')),
  ...['client/package.json', 'client/README.md', 'client/LICENSE', 'build/client-package.mjs'].map((file) => join(root, file)),
];

/** The wheel of the Python client, as a file to install. Its name contains a hash of its content. */
export const wheelFolder = (root) => join(root, 'client/dist/wheel');
/** 0 if there is no wheel, or more than one. */
export function wheelAt(root) {
  const wheels = existsSync(wheelFolder(root)) ? readdirSync(wheelFolder(root)) : [];
  return wheels.length === 1 ? changedAt(join(wheelFolder(root), wheels[0])) : 0;
}

/** The modules of the Python client, and the marker of its types, in the order of the wheel. */
export const wheelSources = (root) =>
  filesIn(join(root, 'client/python/src/open_banking_client'))
    .filter((file) => /\.py$|\/py\.typed$/.test(file))
    .sort();

/** The inputs of the wheel, and the programs that make it. */
export const wheelFrom = (root) => [
  ...wheelSources(root),
  ...['client/python/README.md', 'client/LICENSE', 'client/package.json', 'build/client-wheel.mjs', 'build/zip.mjs'].map((file) =>
    join(root, file),
  ),
];

/**
 * Whether nothing has changed since the bundles, the npm package and the wheel were written. It takes a fifth of the time of a process
 * that finds it out.
 */
export function isBundled(root) {
  const at = bundledAt(root);
  const packed = packedAt(root);
  const wheel = wheelAt(root);
  return (
    [...makersOf(root), ...sourceFolders(root).flatMap(sourcesOf)].every((file) => changedAt(file) < at) &&
    packedFrom(root).every((file) => changedAt(file) < packed) &&
    wheelFrom(root).every((file) => changedAt(file) < wheel)
  );
}
