// Installs the readers of `npm run check -- statements`: everything into one temporary folder, at fixed versions where the registry has
// them.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const run = (program, args, { env, cwd } = {}) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: { ...process.env, ...env },
  });

/** A virtual environment of Python with packages from PyPI, each in its exact version. Returns its interpreter. */
export function pythonWith(folder, packages, withoutDependencies) {
  const venv = join(folder, 'venv');
  run(process.env.PYTHON ?? 'python3', ['-m', 'venv', venv]);
  const python = join(venv, 'bin', 'python');
  const install = (...args) => run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...args]);
  install(...packages);
  install('--no-deps', ...withoutDependencies);
  return python;
}

/** A folder with the JAR files of a Maven artifact and of all that it needs. */
export function jarsOf(folder, [groupId, artifactId, version]) {
  const [project, jars] = [join(folder, 'maven'), join(folder, 'jars')];
  mkdirSync(project);
  const dependency = `<dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version></dependency>`;
  writeFileSync(
    join(project, 'pom.xml'),
    `<project><modelVersion>4.0.0</modelVersion><groupId>check</groupId><artifactId>statements</artifactId><version>1</version><dependencies>${dependency}</dependencies></project>`,
  );
  run('mvn', ['-q', '-f', join(project, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`]);
  return jars;
}

/**
 * A program of a Debian package: the installed one, or the package with all that it needs, unpacked into the folder. Returns how to run it:
 * `(args, options) => output`, with the version of the package. `settings`: files in which absolute addresses are moved into the folder.
 */
export function debianProgram(folder, { name, program, paths, libraries = [], settings }) {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
  if (found !== '') return { version: 'as installed', run: (args, options) => run(found, args, options) };
  const [archives, root] = [join(folder, `${program}-archives`), join(folder, program)];
  mkdirSync(join(archives, 'partial'), { recursive: true });
  mkdirSync(root);
  const apt = ['-y', '-q', '--no-install-recommends', '--download-only', '-o', `Dir::Cache::archives=${archives}/`];
  const download = () => spawnSync('apt-get', ['install', ...apt, program], { encoding: 'utf8' });
  let result = download();
  if (result.status !== 0) {
    spawnSync('apt-get', ['update', '-q']);
    result = download();
  }
  if (result.status !== 0) throw new Error(`apt-get cannot fetch ${program}: ${result.stderr.trim().split('\n').at(-1)}`);
  const packages = readdirSync(archives).filter((file) => file.endsWith('.deb'));
  for (const file of packages) run('dpkg-deb', ['-x', join(archives, file), root]);
  rmSync(archives, { recursive: true });
  relink(root, root);
  if (settings) moveAddresses(root, settings);
  const [, version = ''] = packages.map((file) => file.split('_')).find(([of]) => of === program) ?? [];
  // A program's own folder first: its libraries look for their settings beside them.
  const libraryPath = [...libraries, 'usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu'].map((path) => join(root, path)).join(':');
  const binary = paths.map((path) => join(root, path)).find((path) => existsSync(path));
  return {
    version: decodeURIComponent(version),
    run: (args, { env, cwd } = {}) => run(binary, args, { cwd, env: { ...env, LD_LIBRARY_PATH: libraryPath } }),
  };
}

function moveAddresses(root, { in: path, ending, addresses }) {
  for (const name of readdirSync(join(root, path)).filter((file) => file.endsWith(ending))) {
    const file = join(root, path, name);
    const moved = addresses.reduce(
      (text, [from, to]) => text.replaceAll(`file:///${from}`, `file://${join(root, to)}`),
      readFileSync(file, 'utf8'),
    );
    writeFileSync(file, moved);
  }
}

/** Links of a package to /etc or /usr lead into the folder that it was unpacked into. */
function relink(folder, root) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) relink(path, root);
    else if (stat.isSymbolicLink() && readlinkSync(path).startsWith('/')) {
      const target = join(root, readlinkSync(path));
      rmSync(path);
      symlinkSync(target, path);
    }
  }
}
