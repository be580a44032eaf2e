import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials, billText, type Component } from '../src/supply-chain/bill-of-materials.js';
import { licencesPage } from '../src/supply-chain/licences.js';
import { lockFaults, type PackageLock } from '../src/supply-chain/package-lock.js';
import { packageFolders, root } from './workspace.js';

const fileText = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Manifest {
  readonly workspaces: readonly string[];
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string) => JSON.parse(fileText(join(folder, 'package.json'))) as Manifest;
const lock = JSON.parse(fileText('package-lock.json')) as PackageLock;
const packageName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('package-lock.json', () => {
  it('names each package by its hash, from the registry or as a workspace', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(500);
    expect(lockFaults(lock)).toEqual([]);
  });

  it.each([
    ['without a hash', { version: '1.0.0' }],
    ['with a weak hash', { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['from another address', { resolved: 'https://packages.example/a.tgz', integrity: `sha512-${'A'.repeat(86)}==` }],
    ['from a repository', { resolved: 'git+ssh://git@host.example/a.git#0123', integrity: `sha512-${'A'.repeat(86)}==` }],
    ['that links to no workspace', { link: true, resolved: '../elsewhere' }],
  ])('is refused with a package %s', (_, entry) => {
    const good = { integrity: `sha512-${'A'.repeat(86)}==` };
    expect(lockFaults({ packages: { 'node_modules/a': good } })).toEqual([]);
    expect(lockFaults({ packages: { 'node_modules/a': entry } })).toEqual([expect.stringMatching(/^node_modules\/a /)]);
  });

  it('is what manifests ask for by exact versions only', () => {
    const asked = ['.', ...packageFolders].flatMap((folder) => {
      const { dependencies, devDependencies, optionalDependencies } = manifestOf(folder);
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    });
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('has scripts of installation only for packages that package.json allows or denies by name', () => {
    const withScript = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => packageName(path));
    expect(Object.keys(manifestOf('.').allowScripts).sort()).toEqual([...new Set(withScript)].sort());
  });

  it('is written without addresses, and npm stops at a script that is neither allowed nor denied', () => {
    const settings = fileText('.npmrc').split('\n');
    expect(settings).toEqual(expect.arrayContaining(['omit-lockfile-registry-resolved=true', 'strict-allow-scripts=true']));
    expect(fileText('Dockerfile')).toContain('! -name .npmrc');
  });
});

describe('the image', () => {
  /** The stages of the Dockerfile: what each is called, and its instructions. The last one is the image. */
  const stages = fileText('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text) => ({ name: /^FROM \S+ AS (\w+)/.exec(text)?.[1], lines: text.split('\n') }));

  it('has the packages of the one stage that runs no script of installation, and none for development', () => {
    const copied = stages.at(-1)!.lines.flatMap((line) => /^COPY --from=(\w+)/.exec(line)?.[1] ?? []);
    const installations = stages.flatMap(({ name, lines }) =>
      lines
        .filter((line) => line.includes('npm ci'))
        .map((line) => ({ name, line, leaves: !/-name node_modules .*rm -rf/.test(lines.join('\n')) })),
    );
    const kept = installations.filter(({ name, leaves }) => copied.includes(name!) && leaves);
    expect(kept).toHaveLength(1);
    for (const option of ['--ignore-scripts', '--omit=dev', '--omit=optional']) expect(kept[0]!.line).toContain(option);
    expect(installations.length).toBeGreaterThan(1);
    expect(stages.at(-1)!.lines.filter((line) => /npm (?:ci|install)|apt-get/.test(line) && line.startsWith('RUN npm'))).toEqual([]);
  });
});

describe('the bill of materials', () => {
  const text = billText(billOfMaterials(root));
  const { components, ...bill } = JSON.parse(text) as {
    bomFormat: string;
    specVersion: string;
    components: Component[];
  };

  it('is CycloneDX, and has nothing of the moment or the machine it was made at', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', metadata: { component: { name: 'open-banking' } } });
    expect(text).not.toMatch(/serialNumber|timestamp|https?:\/\/[^"]*\.tgz/);
  });

  it('has every package that the programs of the image import, with its hash, and none that is for development', () => {
    const listed = new Set(components.map(({ name }) => name));
    const imported = [...packageFolders.filter((folder) => /^(apps|libs)\//.test(folder) && !folder.endsWith('/testing'))]
      .flatMap((folder) => Object.keys(manifestOf(folder).dependencies ?? {}))
      .filter((name) => !name.startsWith('@open-banking/'));
    expect(imported.length).toBeGreaterThan(20);
    expect(imported.filter((name) => !listed.has(name))).toEqual([]);
    for (const name of ['jest', 'typescript', 'nx', 'playwright-core']) expect(listed).not.toContain(name);
    expect(components.filter((component) => !/"alg":"SHA-512"/.test(JSON.stringify(component)))).toEqual([]);
  });
});

describe('the list of licences', () => {
  const component = (licence: object): Component => ({
    name: 'a-package',
    version: '1.0.0',
    purl: 'pkg:npm/a-package@1.0.0',
    'bom-ref': 'a-package@1.0.0',
    licenses: [licence as { license: { id: string } }],
  });

  it('takes a package with an allowed licence', () => {
    expect(licencesPage([component({ license: { id: 'MIT' } })]).content).toContain('- a-package 1.0.0');
    expect(licencesPage([component({ expression: '(MIT OR CC0-1.0)' })]).content).toContain('- a-package 1.0.0');
  });

  it.each([
    { license: { id: 'GPL-3.0-only' } },
    { license: { name: 'MIT-like' } },
    { expression: 'MIT AND AGPL-3.0-only' },
    { license: {} },
  ])('refuses one with %j', (licence) => {
    expect(() => licencesPage([component(licence)])).toThrow(/^a-package 1\.0\.0 has the licence/);
  });

  it('refuses one without a licence', () => {
    expect(() => licencesPage([{ ...component({}), licenses: undefined }])).toThrow(/has the licence ""/);
  });
});
