import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageLock } from './package-lock.js';

/** A package of the image, as CycloneDX describes it. */
export interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly 'bom-ref': string;
  readonly licenses?: readonly ({ readonly license: { readonly id?: string; readonly name?: string } } | { readonly expression: string })[];
}

/** The output of `npm sbom` (CycloneDX 1.5), as far as it is used here. */
interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const folder = 'node_modules/';
const purlOf = (path: string, name = path.slice(path.lastIndexOf(folder) + folder.length), version = ''): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * The packages that `npm ci --omit=dev --omit=optional` installs, as the image does. `npm sbom --omit=dev` (11.19) leaves out what a
 * development package needs as well.
 */
const inImage = ({ packages }: PackageLock): Set<string> =>
  new Set(
    Object.entries(packages)
      .filter(([path, { link, dev, optional, devOptional }]) => path.includes(folder) && !link && !dev && !optional && !devOptional)
      .map(([path, { name, version }]) => purlOf(path, name, version)),
  );

/**
 * The packages of the image, with versions, licences and hashes. npm reads them from package-lock.json, not from what is installed here.
 */
export function billOfMaterials(root: string): Bill {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as PackageLock;
  const wanted = inImage(lock);
  const printed = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], { cwd: root, maxBuffer: 64 << 20 });
  const bill = JSON.parse(printed.toString()) as Bill;
  const components = bill.components.filter(({ purl }) => wanted.has(purl));
  const references = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }));
  return { ...bill, components, dependencies };
}

/**
 * The file of a release: JSON, the same for the same lock file. It leaves out serial number, time, npm's version and the name of the
 * folder.
 */
export function billText({ serialNumber: _, metadata, ...bill }: Bill): string {
  const written = 'Written by `npm run generate -- sbom` from package-lock.json. Change that, not this.';
  const component = { ...metadata.component, name: 'open-banking' };
  // CycloneDX admits no field of one's own; a property is its place for it.
  const document = { properties: [{ name: 'generated', value: written }], ...bill, metadata: { component } };
  return `${JSON.stringify(document, null, 2)}\n`;
}
