// Compiles every package's src/ into its dist/, file by file, only what has changed (about 1 s for all), then bundles the programs.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledAt, changedAt, filesIn, makersOf, sourceFolders, sourcesOf } from './sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const options = {
  sourceMaps: 'inline',
  swcrc: false,
  module: { type: 'nodenext' },
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    // Without its attribute Node.js refuses the import of a JSON file.
    experimental: { keepImportAttributes: true },
    keepClassNames: true,
  },
};

const isBundle = (file) => basename(dirname(file)) === 'bundle';

/** Compiles one package. Returns when its newest compiled file was written. */
async function compile(folder) {
  const sources = sourcesOf(folder);
  const target = (file) => join(folder, 'dist', relative(join(folder, 'src'), file)).replace(/\.ts$/, '.js');
  const wanted = new Set(sources.map(target));
  // Removes compiled files whose source is gone.
  if (existsSync(join(folder, 'dist')))
    for (const file of filesIn(join(folder, 'dist'))) if (!wanted.has(file) && !isBundle(file)) rmSync(file);
  const states = sources.map((file) => ({ file, at: changedAt(file), compiledAt: changedAt(target(file)) }));
  const changed = states.filter(({ at, compiledAt }) => at >= compiledAt).map(({ file }) => file);
  if (changed.length === 0) return Math.max(...states.map(({ compiledAt }) => compiledAt));
  // Neither the compiler nor the bundler is loaded where nothing has changed.
  const { transformFile } = await import('@swc/core');
  await Promise.all(
    changed.map(async (file) => {
      // Relative, so that two builds in different folders are the same.
      const sourceFileName = relative(dirname(target(file)), file);
      const { code } = await transformFile(file, { ...options, filename: file, sourceFileName });
      mkdirSync(dirname(target(file)), { recursive: true });
      writeFileSync(target(file), code);
    }),
  );
  return Math.max(...sources.map((file) => changedAt(target(file))));
}

const compiledAt = await Promise.all(sourceFolders(root).map(compile));
if (bundledAt(root) < Math.max(...compiledAt, ...makersOf(root).map(changedAt))) {
  const { bundle } = await import('./bundle.mjs');
  await bundle(root).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
