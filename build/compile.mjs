// Compiles every package's src/ into its dist/, file by file, only what has changed (about 1 s for all), then bundles the programs
// and makes the npm package and the wheel of client/.
import { fileURLToPath } from 'node:url';
import { packClient } from './client-package.mjs';
import { packWheel } from './client-wheel.mjs';
import { compilePackage } from './compile-package.mjs';
import { bundledAt, changedAt, makersOf, sourceFolders } from './sources.mjs';

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
if (!process.exitCode) await packClient(root).catch(report);
if (!process.exitCode) await Promise.resolve(root).then(packWheel).catch(report);
