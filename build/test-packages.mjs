// Bundles the packages that tests load most. jest gives each test file its own copy of every module, so it finds, reads, compiles and links
// all modules of a package again for each of 426 files: typebox has 678, Nest 1,100.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { changedAt, sourceFolders } from './sources.mjs';

/** As sources import them: all entries of a package that sources use, for two copies of a class are two classes. */
export const packages = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/platform-fastify',
  '@nestjs/throttler',
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@peculiar/asn1-schema',
  '@peculiar/x509',
  'ajv/dist/2020.js',
  'ajv-formats/dist/formats.js',
  'fastify',
  'jose',
  'oidc-provider',
  'pg',
  'pg-copy-streams',
  'pino',
  'prom-client',
  'reflect-metadata',
  'typebox',
  'typebox/value',
  'typeorm',
  'undici',
];
/** The modules that must have run before a package does. */
const before = { '@peculiar/x509': 'reflect-metadata' };
export const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
const fileOf = (specifier) => `${specifier.replace(/\.js$/, '').replaceAll('/', '+')}.mjs`;

/**
 * The files that jest loads instead of each package, by the pattern of its name. Bundles them first where packages have been installed
 * since.
 */
export async function testPackages(root) {
  const folder = join(root, 'node_modules/.cache/open-banking/test-packages');
  const makers = ['node_modules/.package-lock.json', 'build/test-packages.mjs', 'build/bundle.mjs'].map((file) => join(root, file));
  if (changedAt(folder) <= Math.max(...makers.map(changedAt))) await bundlePackages(root, folder);
  return Object.fromEntries(packages.map((specifier) => [`^${specifier.replaceAll('.', '\\.')}$`, join(folder, fileOf(specifier))]));
}

/** Beside its place and then moved: two test runs may begin at once. */
async function bundlePackages(root, folder) {
  // Loaded only where there is something to bundle.
  const [{ build }, { bundling }] = await Promise.all([import('esbuild'), import('./bundle.mjs')]);
  mkdirSync(join(folder, '..'), { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  const common = bundling(root);
  await build({
    ...common,
    entryPoints: packages.map((specifier) => ({ in: `entry:${specifier}`, out: fileOf(specifier).replace(/\.mjs$/, '') })),
    outdir: made,
    outbase: undefined,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    plugins: [entries(root), ...common.plugins],
    // V8 reads each file again for each test file.
    minifyWhitespace: true,
    legalComments: 'none',
  });
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another run has been faster.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
    rmSync(made, { recursive: true });
  }
}

/** An entry exports what Node.js gives to those who import the package. */
const entries = (root) => ({
  name: 'entries',
  setup(build) {
    const folders = dependents(root);
    const exported = new Map(
      Object.entries(Object.groupBy(packages, (specifier) => folders.get(packageOf(specifier)))).flatMap(([folder, some]) =>
        exportsOf(some, folder),
      ),
    );
    build.onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice('entry:'.length), namespace: 'entry' }));
    build.onLoad({ filter: /./, namespace: 'entry' }, ({ path }) => ({
      contents: [before[path], path]
        .filter((one) => one !== undefined)
        .map((one) => `import '${one}';`)
        .concat(`export { ${exported.get(path).join(', ')} } from '${path}';`)
        .join('\n'),
      resolveDir: folders.get(packageOf(path)),
    }));
  },
});

/**
 * The names that each of these packages exports to a file in the folder. One after the other: some require ES modules that others import.
 */
function exportsOf(specifiers, folder) {
  const program = `import 'reflect-metadata';
    const exported = [];
    for (const one of ${JSON.stringify(specifiers)}) exported.push([one, Object.keys(await import(one))]);
    process.stdout.write(JSON.stringify(exported));`;
  const said = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], { cwd: folder });
  return JSON.parse(said.toString()).map(([specifier, names]) => [specifier, names.filter((name) => /^[\w$]+$/.test(name))]);
}

/** By package, the folder of a workspace that depends on it: the version that is used need not be the one of the root. */
function dependents(root) {
  const found = new Map();
  for (const folder of [...sourceFolders(root), root]) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) if (!found.has(name)) found.set(name, folder);
  }
  return found;
}
