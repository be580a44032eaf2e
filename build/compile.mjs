// Compiles every package's src/ into its dist/, file by file, only what has changed (about 1 s for all), then bundles the programs.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledPrograms } from './programs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packages = workspaces
  .flatMap((name) =>
    name.endsWith('/*') ? readdirSync(join(root, name.slice(0, -2))).map((one) => join(root, name.slice(0, -2), one)) : [join(root, name)],
  )
  .filter((folder) => existsSync(join(folder, 'src')));
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

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
  const sources = filesIn(join(folder, 'src')).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
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

const compiledAt = await Promise.all(packages.map(compile));
// What a bundle is made of: the compiled files, the installed packages, and how it is made.
const madeOf = [
  ...compiledAt,
  ...['node_modules/.package-lock.json', 'build/bundle.mjs', 'build/programs.mjs'].map((file) => changedAt(join(root, file))),
];
const bundledAt = Math.min(...bundledPrograms(root).map(changedAt));
if (bundledAt < Math.max(...madeOf)) {
  const { bundle } = await import('./bundle.mjs');
  await bundle(root).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
