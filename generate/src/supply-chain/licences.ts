import { CannotGenerate } from '../cannot-generate.js';
import { page, table, type GeneratedFile } from '../generated-file.js';
import type { Component } from './bill-of-materials.js';

/** The licences that packages of the image may have, as the packages write them, and what each asks of those who pass the image on. */
export const allowedLicences: Readonly<Record<string, string>> = {
  '0BSD': 'Nothing.',
  'Apache-2.0': 'Keep the licence, notices and statements of changes.',
  'BSD-2-Clause': 'Keep the copyright notice and the licence.',
  'BSD-3-Clause': 'Keep the copyright notice and the licence; do not advertise with the names of the authors.',
  ISC: 'Keep the copyright notice and the licence.',
  MIT: 'Keep the copyright notice and the licence.',
  '(MIT AND Zlib)': 'As MIT, and do not present changed sources as the original.',
  '(MIT OR CC0-1.0)': 'As MIT.',
  'MIT or MPL-2.0': 'As MIT, which we choose of the two.',
};

/** A package's licence; of several entries each must be allowed. */
const licenceOf = ({ licenses = [] }: Component): string =>
  licenses.map((one) => ('expression' in one ? one.expression : (one.license.id ?? one.license.name ?? ''))).join(' AND ');

/** The licences of the image's packages. Refuses packages whose licence is not allowed. */
export function licencesPage(components: readonly Component[]): GeneratedFile {
  const refused = components.filter((component) => !(licenceOf(component) in allowedLicences));
  if (refused.length > 0)
    throw new CannotGenerate(
      refused
        .map(
          (one) =>
            `${one.name} ${one.version} has the licence "${licenceOf(one)}", which allowedLicences (generate/src/supply-chain/licences.ts) does not list.`,
        )
        .join('\n'),
    );
  const byName = [...components].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const used = Object.keys(allowedLicences)
    .map((licence) => ({ licence, packages: byName.filter((component) => licenceOf(component) === licence) }))
    .filter(({ packages }) => packages.length > 0);
  return page('docs/licences.md', 'package-lock.json and generate/src/supply-chain/licences.ts', [
    '# Licences',
    '',
    'The packages in the image and their licences, as in its bill of materials (`npm run generate -- sbom`, CycloneDX 1.5). ' +
      'A package with a licence that is not listed here cannot be added: `npm run generate` refuses it. ' +
      'Packages for development and the embedded PostgreSQL of `npm start` are not in the image.',
    '',
    ...table(
      ['Licence', 'Packages', 'What it asks'],
      used.map(({ licence, packages }) => [licence, String(packages.length), allowedLicences[licence]!]),
    ),
    ...used.flatMap(({ licence, packages }) => ['', `## ${licence}`, '', ...packages.map(({ name, version }) => `- ${name} ${version}`)]),
  ]);
}
