// Prints the bill of materials of the image (CycloneDX 1.5): the packages that a service runs with, with versions, licences and hashes.
// Which these are stands in package-lock.json: `npm sbom --omit=dev` (11.19) leaves out what a development package needs as well.
// That the image has no others is checked in containers (`npm run check:compose`).
// Two builds of one commit print the same: what npm adds of the moment, a serial number and the time, is left out.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const folder = 'node_modules/';
const purlOf = (path, { name = path.slice(path.lastIndexOf(folder) + folder.length), version }) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;
const installed = Object.entries(packages).filter(
  ([path, { link, dev, optional, devOptional }]) => path.includes(folder) && !link && !dev && !optional && !devOptional,
);
const wanted = new Set(installed.map(([path, entry]) => purlOf(path, entry)));

const printed = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd: root, maxBuffer: 64 << 20 });
const { serialNumber: _, components, dependencies, ...bill } = JSON.parse(printed.toString());
delete bill.metadata.timestamp;
// npm takes the name of the folder.
bill.metadata.component.name = 'open-banking';
const kept = components.filter(({ purl }) => wanted.has(purl));
const references = new Set([bill.metadata.component, ...kept].map((component) => component['bom-ref']));
const between = dependencies
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }));
process.stdout.write(`${JSON.stringify({ ...bill, components: kept, dependencies: between }, null, 2)}\n`);
