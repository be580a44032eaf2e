// An Nx plugin: what the tests of each project depend on. A test reaches the services that its bank has (`runningBank(['cards'])`), by the
// rules of the test kit no others, so its inputs are their sources, those of the packages they depend on, and the test kit. They are named
// as files, not as projects: then the cache and `nx affected` both follow them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesByName } from '../sources.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scope = '@open-banking/';

const readText = (file) => readFileSync(file, 'utf8');
const readPackage = (folder) => JSON.parse(readText(join(folder, 'package.json')));

/** A bank whose services are not literals, or one that is started without the test kit, is taken to have them all. */
const reachesAll = /\b(running|leased|fresh|own|killable)Bank\((?!\s*(\)|\[[^\].]*\]))|\bstartBank\(|'(npm|docker)'|start\.mjs/;
const bankOf = /\b(?:running|leased|fresh|own|killable)Bank\(\s*\[([^\].]*)\]/g;

/** The services that the files reach: by their banks, by paths into their folders, and by their packages. */
export function reachedServices(texts, services) {
  const reached = new Set();
  for (const text of texts) {
    if (reachesAll.test(text)) return new Set(services);
    for (const [, named] of text.matchAll(bankOf)) for (const [, service] of named.matchAll(/'([^']+)'/g)) reached.add(service);
    for (const service of services) if (text.includes(`apps/${service}/`) || text.includes(`${scope}${service}/`)) reached.add(service);
  }
  return reached;
}

/** A package and all it depends on. `verification` reads of each service only its tables, with what they are made of. */
function closureOf(names, packages, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    closureOf(name === `${scope}verification` ? libsOf(packages.get(name), packages) : packages.get(name).dependencies, packages, found);
  }
  return found;
}
const libsOf = ({ dependencies }, packages) => dependencies.filter((name) => !packages.get(name).folder.startsWith('apps/'));

/** The file and all that it imports by path. */
function filesBehind(file, found = new Set()) {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, imported] of readText(file).matchAll(/\bfrom '(\.[^']+)\.js'/g)) filesBehind(join(dirname(file), `${imported}.ts`), found);
  return found;
}

/** The domains of services that a file imports. */
const domainsIn = (text, packages) =>
  [...text.matchAll(/\bfrom '(@open-banking\/[\w-]+)'/g)]
    .map(([, name]) => name)
    .filter((name) => /^apps\/[^/]+\//.test(packages.get(name)?.folder));

const inWorkspace = (path) => `{workspaceRoot}/${path}`;
/** The rows of the products lie among the sources of `spec`; each service reads its own. */
const sourcesOf = (folder) =>
  [folder === 'libs/spec' ? 'src/*' : '{src,migrations}/**/*', 'package.json'].map((path) => inWorkspace(`${folder}/${path}`));
const rowsOf = (service) => inWorkspace(`libs/spec/src/products/${service === 'portal' ? '*' : service}.ts`);
const documents = ['docs/**/*', 'CHANGELOG.md', 'README.md', 'client/**/*'].map(inWorkspace);

/** Of documents that the tests read themselves: what a text names as `docs/…`. */
const namedDocuments = (texts) =>
  texts.flatMap((text) => [...text.matchAll(/docs\/[\w./-]*\w/g)].flatMap(([path]) => [inWorkspace(path), inWorkspace(`${path}/**/*`)]));

const testsIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readText(join(folder, file)))
    : [];

/** The inputs of the tests of the package in a folder. */
export function inputsOf(folder, workspace, packages = packagesByName(workspace)) {
  const services = readdirSync(join(workspace, 'apps'));
  const { name } = readPackage(join(workspace, folder));
  const texts = testsIn(join(workspace, folder, 'test'));
  const reached = reachedServices(texts, services);
  // Tests of a domain of a service start the service by its name; its rules need only what they import.
  if (/^apps\/[^/]+$/.test(folder)) reached.add(folder.slice('apps/'.length));
  const imported = texts.flatMap((text) => [...text.matchAll(/'(@open-banking\/[\w-]+)/g)].map(([, other]) => other));
  const usesKit = imported.includes(`${scope}testing`);
  const names = closureOf(
    [name, ...imported, ...[...reached].map((service) => scope + service), ...(usesKit ? [`${scope}gateway`] : [])].filter((one) =>
      packages.has(one),
    ),
    packages,
  );
  const tables = names.has(`${scope}verification`)
    ? services.flatMap((service) => [...filesBehind(join(workspace, 'apps', service, 'src/tables.ts'))])
    : [];
  // Those of ais-pis lie in a domain of it.
  const domains = closureOf(
    tables.flatMap((file) => domainsIn(readText(file), packages)),
    packages,
  );
  const inputs = [
    'sources',
    'test run',
    ...[...names].flatMap((one) => sourcesOf(packages.get(one).folder)),
    ...[...reached].map(rowsOf),
    ...tables.map((file) => inWorkspace(relative(workspace, file))),
    ...[...domains].flatMap((one) => sourcesOf(packages.get(one).folder)),
    // Each bank has the databases of all services.
    ...(usesKit ? [inWorkspace('apps/*/migrations/**/*')] : []),
    ...(reached.has('portal') ? documents : []),
    ...namedDocuments(texts),
  ];
  return [...new Set(inputs)];
}

export const createNodesV2 = [
  '{apps/*,apps/*/*,libs/*,*}/package.json',
  (files, _, { workspaceRoot = root }) => {
    const packages = packagesByName(workspaceRoot);
    const folders = new Set([...packages.values()].map(({ folder }) => folder));
    return files
      .filter((file) => folders.has(dirname(file)))
      .map((file) => {
        const targets = { test: { inputs: inputsOf(dirname(file), workspaceRoot, packages) } };
        return [file, { projects: { [dirname(file)]: { targets } } }];
      });
  },
];
