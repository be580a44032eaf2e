import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Service } from '@open-banking/spec';

/** The repository's root folder with a slash at its end. It contains migrations and programs. */
export const root = `${rootAbove(dirname(fileURLToPath(import.meta.url)))}/`;

/** Sources, compiled files and bundles lie at different depths. */
function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package-lock.json')) ? folder : rootAbove(dirname(folder));
}

const issuing: readonly Service[] = ['ais-pis', 'mandates'];

/** The migration folders of a service's database. `series.json` in each folder gives their order, so folders may move. */
export const migrationFolders = (service: Service, sandbox: boolean): string[] => [
  `${root}libs/database/migrations`,
  `${root}libs/commands/migrations`,
  ...(issuing.includes(service) ? [`${root}libs/issuer/migrations`, `${root}libs/commands/jobs/migrations`] : []),
  `${root}apps/${service}/migrations`,
  ...(sandbox && service === 'ais-pis' ? [`${root}sandbox/migrations`] : []),
  `${root}libs/access/migrations`,
  `${root}libs/service/migrations`,
];
