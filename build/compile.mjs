// Compiles every package's src/ into its dist/, file by file, only what has changed (about 1 s for all), then bundles the programs
// and makes the packages for third parties of client/, client/python/ and client/tpp/.
import { fileURLToPath } from 'node:url';
import { compilePackage } from './compile-package.mjs';
import { bundledAt, changedAt, makersOf, outdatedPackages, sourceFolders } from './sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Prints one line for each package that cannot be compiled, or for the bundles. */
const report = (error) => {
  console.error(error.message);
  process.exitCode = 1;
};

const compiled = await Promise.allSettled(sourceFolders(root).map((folder) => compilePackage(root, folder)));
for (const { reason } of compiled) if (reason) report(reason);
const compiledAt = compiled.map(({ value = 0 }) => value);
if (!process.exitCode && bundledAt(root) < Math.max(...compiledAt, ...makersOf(root).map(changedAt))) {
  // The bundler is not loaded where nothing has changed.
  const { bundle } = await import('./bundle.mjs');
  await bundle(root).catch(report);
}
const packages = process.exitCode ? [] : outdatedPackages(root);
if (packages.includes('client')) await import('./client-package.mjs').then(({ packClient }) => packClient(root)).catch(report);
if (packages.includes('client/python')) await import('./client-wheel.mjs').then(({ packWheel }) => packWheel(root)).catch(report);
if (packages.includes('client/tpp')) await import('./tool-package.mjs').then(({ packTool }) => packTool(root)).catch(report);
