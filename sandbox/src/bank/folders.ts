import { fileURLToPath } from 'node:url';
import type { Service } from '@open-banking/spec';

/** The repository's folder: migrations and programs are found below it. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

const issuing: readonly Service[] = ['ais-pis', 'mandates'];
const nowhere = '/nonexistent';

/** Where the migrations of a service's database lie, in order. A place is never left out: migrations are known by it. */
export const migrationFolders = (service: Service, sandbox: boolean): string[] => [
  `${root}libs/database/migrations`,
  `${root}libs/commands/migrations`,
  issuing.includes(service) ? `${root}libs/authorization/migrations` : nowhere,
  `${root}apps/${service}/migrations`,
  sandbox && service === 'ais-pis' ? `${root}sandbox/migrations` : nowhere,
  `${root}libs/access/migrations`,
  issuing.includes(service) ? `${root}libs/commands/jobs/migrations` : nowhere,
];
